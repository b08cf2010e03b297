!start.
+!start <- .send(a, achieve, g(1)); !!g(2); .print("start 1"); .print("start 2"); .print("start 3"); .wait(30); .stopMAS.
+!g(X) <- .print("g ", X).
