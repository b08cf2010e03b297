+!end <- .stopMAS.
-!work(X)[error(E)] <- .print("cannot work ", X, ": ", E).
