pair(X, Y) :- X = Y.
both(X, f(X, Y)) :- Y = 2.
open(_, z).
!start.

+!start
   <- X = 5; ?pair(Y, 7); .print(X, Y);
      ?both(1, T); .print(T);
      ?both(A, f(3, B)); .print(A, B);
      if (open(anything, Z)) { .print(Z) };
      ?pair(f(P), f(4)); .print(P);
      .stopMAS.
