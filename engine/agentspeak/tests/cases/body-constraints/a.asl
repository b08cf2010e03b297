!start.

+!start
   <- X = 3; X > 2; X \== 4; f(Y, Z) = f(1, X); .print(Y, Z);
      [A|_] = [9, 8]; A >= 9; A <= 9; .print(A);
      L =.. [g, [1], []]; .print(L);
      true;
      X < 2;
      .print("not reached").
-!start[error(E), error_msg(M), code(C)] <- .print(E); .print(M); .print(C); .stopMAS.
