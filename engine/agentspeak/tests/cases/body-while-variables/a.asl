n(3).
!start.

+!start
   <- while (n(X) & X > 0) { Y = X * X; .print(Y); -+n(X - 1) };
      if (.ground(Y)) { .print("Y is bound") } else { .print("Y is free") };
      .stopMAS.
