!start.

+!start <- !!g(1); !!g(1); .wait(30); .drop_intention(g(1)); .wait(30); if (.intend(g(_))) { .print("one left") } else { .print("both gone") }; .stopMAS.
+!g(X) <- .print("g ", X); .wait(5000); .print("not reached").
