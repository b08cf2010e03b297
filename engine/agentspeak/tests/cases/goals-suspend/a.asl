!start.

+!start <- !!g; .wait(20); .print("resuming"); .resume(g); .wait(30); .stopMAS.
+!g <- .print("g"); .suspend; .print("g again").
