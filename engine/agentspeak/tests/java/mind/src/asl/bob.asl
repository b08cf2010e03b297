secret(42).
+ping(X)[source(S)] <- .print("ping ", X, " from ", S); .send(S, tell, pong(X)).
+all(X)[source(S)] <- .print("all ", X, " from ", S).
+!task(X)[source(S)] <- .print("task ", X, " from ", S).
+over <- .print("over").
