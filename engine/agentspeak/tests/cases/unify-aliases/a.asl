!start.

+!start
   <- X = Y; .print(X, " ", Y);
      Z = f(X, Y); .print(Z);
      [A, B|T] = [C, A|S]; .print(A, " ", B, " ", C, " ", T, " ", S);
      .print([A, B, C]);
      Y = 1; .print(X, Z);
      .stopMAS.
