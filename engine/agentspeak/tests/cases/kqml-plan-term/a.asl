!start.
+!start <- .send(b, achieve, run({ .print("a body from a"); .print("its second step") })); .wait(100); .stopMAS.
