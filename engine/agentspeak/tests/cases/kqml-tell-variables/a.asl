!start.

+!start
   <- .send(b, tell, p(X, X, Y)); .send(b, achieve, g(X, [1|T], "text", 2.50, { a; !b })); .wait(50);
      .send(b, askOne, q(X2, Y2), A); .print(A);
      .send(b, askOne, sum([1, 2, 3], S), B); .print(B);
      .send(b, askAll, q(_, _), L); .print(L);
      .send(b, achieve, end(Z)).
