value(0).
limit(5).
big :- value(V) & limit(L) & V >= L.
!ready.
+!ready : limit(L) <- .print("limit ", L).
+!inc <- !inc(1).
+!inc(N) : value(V) & limit(L) & V + N <= L * 2 <- -+value(V + N); +history(V); +changed(V + N).
+!inc(N) <- .print("no more").
+changed(X) <- .print("changed to ", X).
