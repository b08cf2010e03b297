+evening(S) <- .print("closes at step ", S); .wait(200); .stopMAS.
