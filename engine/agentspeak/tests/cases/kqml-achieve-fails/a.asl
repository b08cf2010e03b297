!start.
+!start <- .send(b, achieve, bad); .send(b, achieve, unknown); .wait(500); .print("unmoved"); .stopMAS.
