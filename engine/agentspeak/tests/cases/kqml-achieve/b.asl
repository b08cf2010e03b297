+!g(X)[source(S)] <- .print("g ", X, " for ", S).
+!long <- .print("long begins"); .wait(5000); .print("not reached").
+!end <- if (.desire(long)) { .print("long goes on") } else { .print("long was dropped") }; .stopMAS.
