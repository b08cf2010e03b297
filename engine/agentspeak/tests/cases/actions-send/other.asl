+b(X)[source(S)] <- .print("b ", X, " from ", S).
-b(X) <- .print("not b ", X).
+c(X) <- .print("c ", X).
+noticed <- .print("noticed").
+last[source(S)] <- .print("last"); .send(S, tell, over).
+!show[source(S)] <- .setof(X, b(X), L); .print(L); .send(S, tell, shown).
+!known(1).
+!known(2).
