+report(S)[source(Who)] <- .print(Who, " reports ", S); .wait(50); .stopMAS.
