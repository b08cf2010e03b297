tries(0).
!start.

+!start <- ++p(1); .wait(200); .stopMAS.
+p(X) : tries(N) & N < 3 <- -+tries(N + 1); .print("try ", N); .fail.
+p(X) : tries(N) <- .print("done after ", N).
