!start.
+!start <- .print("a1"); .send(b, tell, go(1)); .print("a2").
