tries(0).
!start.
+!start <- !open(door); .print("open"); .stopMAS.
+!open(X) : tries(N) & N >= 3 <- .print("opened ", X).
+!open(X) <- ?tries(N); -+tries(N + 1); .print("try ", N); .fail.
-!open(X) <- !open(X).
