!start.
+!start <- .print("a1"); .print("a2"); .send(b, achieve, end).
