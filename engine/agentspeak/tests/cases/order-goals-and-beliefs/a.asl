!start.

+!start <- ++p(1); !!g(1); ++p(2); !!g(2); .print("start"); .wait(50); .stopMAS.
+p(X) <- .print("+p ", X).
+!g(X) <- .print("+!g ", X).
