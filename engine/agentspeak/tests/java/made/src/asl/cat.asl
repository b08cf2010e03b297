!own.
+!own <- .print("own").
+!do(N) <- .print("do ", N).
