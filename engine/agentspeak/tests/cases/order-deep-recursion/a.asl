!start.

+!start <- !sum(1000, S); .print(S); .stopMAS.
+!sum(0, 0).
+!sum(N, S) <- !sum(N - 1, R); S = R + N.
