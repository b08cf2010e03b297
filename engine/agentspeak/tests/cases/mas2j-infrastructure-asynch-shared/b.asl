+go(X)[source(S)] <- .print("go ", X, " ", S); .wait(200); .stopMAS.
