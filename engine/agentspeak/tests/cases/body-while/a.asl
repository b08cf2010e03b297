n(0).
!start.

+!start
   <- while (n(X) & X < 3) { .print(X); -+n(X + 1) };
      ?n(N); .print("end ", N);
      while (n(Y) & Y > 0) {
         if (Y mod 2 == 0) { .print(Y, " even") } else { .print(Y, " odd") };
         -+n(Y - 1)
      };
      while (false) { .print("never") };
      -+n(2);
      while (n(A) & A > 0) {
         +m(2);
         while (m(B) & B > 0) { .print(A, B); -m(B); if (B > 1) { +m(B - 1) } };
         -+n(A - 1)
      };
      .stopMAS.
