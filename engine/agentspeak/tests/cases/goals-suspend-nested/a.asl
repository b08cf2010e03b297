!start.

+!start <- !!top; .wait(30); .suspend(leaf); .print("suspended"); .wait(60); if (.suspended(top, R)) { .print("top too") } else { .print("top is not") }; .resume(leaf); .wait(100); .stopMAS.
+!top <- !middle; .print("top ends").
+!middle <- !leaf; .print("middle ends").
+!leaf <- .wait(60); .print("leaf ends").
