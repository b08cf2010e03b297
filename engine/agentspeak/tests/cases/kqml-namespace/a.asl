!start.

+!start
   <- .send(b, tell, n::p(1)); .send(b, achieve, n::g(2)); .wait(100);
      .send(b, askOne, n::p(X), n::A); .print(A);
      .send(b, askOne, n::p(Z), n::p(V)); .print(V);
      .send(b, askAll, n::p(Y), L); .print(L);
      .send(b, untell, n::p(1)); .wait(100);
      .send(b, achieve, end).
