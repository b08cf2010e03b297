+go(X)[source(S)] <- .print("go ", X, " ", S); .stopMAS.
