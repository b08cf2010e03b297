!start.

+!start <- .wait(50); .broadcast(tell, news(1)); .wait(100); .broadcast(achieve, report); .wait(100); .stopMAS.
+news(X) <- .print("not for me").
