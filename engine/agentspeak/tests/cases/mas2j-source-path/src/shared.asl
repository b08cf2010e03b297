+!hello(X) <- .print("shared hello of ", X).
