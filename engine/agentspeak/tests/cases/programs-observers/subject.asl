value(0).
observers([]).

@s[atomic] +!subscribe[source(A)] : observers(L) <- -+observers([A|L]); .send(A, tell, value(0)).
@u[atomic] +!unsubscribe[source(A)] : observers(L) <- .delete(A, L, L2); -+observers(L2).
+!set(V) : value(O) & observers(L) <- -+value(V); .send(L, untell, value(O)); .send(L, tell, value(V)).
