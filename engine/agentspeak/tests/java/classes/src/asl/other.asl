+hello(X)[source(S)] <- .print("hello ", X, " ", S); .send(S, tell, heard(X)).
+secret(X) <- .print("secret ", X).
+all(X) <- .print("all ", X).
