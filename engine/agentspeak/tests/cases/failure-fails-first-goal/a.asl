!start.
tries(0).

+!start <- .print("start"); .fail.
-!start : tries(N) & N < 3 <- -+tries(N + 1); .print("handler ", N); .fail.
-!start <- .print("handler gives up"); .stopMAS.
