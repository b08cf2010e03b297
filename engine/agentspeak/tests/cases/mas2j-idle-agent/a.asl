!start.
+!start <- .wait(50); .send(idle, achieve, wake); .wait(100); .stopMAS(0, 9).
