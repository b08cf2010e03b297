!start.

+!start <- !!down(a, 3); !!down(b, 3); .wait(50); .stopMAS.
+!down(X, 0) <- .print(X, " bottom").
+!down(X, N) <- .print(X, N); !down(X, N - 1); .print(X, N, " back").
