!start.

+!start
   <- .send(b, askOne, slow(X), A, 100); .print("answer: ", A);
      .send(b, askOne, quick(Y), B, 2000); .print("answer: ", B);
      .wait(100);
      .stopMAS.
