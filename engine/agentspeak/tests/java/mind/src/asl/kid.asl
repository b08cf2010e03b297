+all(X) <- .print("kid heard ", X).
+!hello[source(S)] <- .print("hello ", S).
