!start.
tries(0).

+!start <- !g; .print("not reached").
+!g <- .print("g"); .fail.
-!g : tries(N) & N < 3 <- -+tries(N + 1); .print("handler ", N); .fail.
-!g <- .print("handler gives up"); .stopMAS.
