!start.

+!start <- !count(100000); .print("done"); .stopMAS.
+!count(0) <- .print("zero").
+!count(N) <- !count(N - 1).
