!start.

+!start
   <- .send(b, askOne, p(X), A1); .print(A1);
      .send(b, askOne, p(2), A2); .print(A2);
      .send(b, askOne, p(9), A3); .print(A3);
      .send(b, askOne, r(X2), A4); .print(A4);
      .send(b, askOne, plan(X3), A5); .print(A5);
      .send(b, askOne, p(X4), p(Y)); .print(Y);
      .send(b, askOne, mine(X5), A6); .print(A6);
      .send(b, askOne, never(X6), never(Z)); .print("not reached").
-!start[error(E)] <- .print(E); .send(b, tell, done).
