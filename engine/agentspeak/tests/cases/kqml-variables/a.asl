!start.
+!start
   <- X = bound;
      .send(b, achieve, g(X, Y, "text \"in quotes\"", 1.5, [a|T], f(Y))); .wait(50);
      if (not .ground(Y)) { .print("Y is still free") };
      .stopMAS.
