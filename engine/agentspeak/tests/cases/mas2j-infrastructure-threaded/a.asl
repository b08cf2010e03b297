!start.
+!start <- .wait(100); .broadcast(tell, go(1)); .wait(200); .stopMAS.
