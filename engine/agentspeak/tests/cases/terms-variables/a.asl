p(1, 2). p(3, 3). q(1, 2, 3).
!start.

+!start
   <- if (p(_, _)) { .print("two _ are two variables") };
      if (q(_, _, _)) { .print("three too") };
      if (p(X, X)) { .print("X twice is ", X) };
      .findall(A, p(A, _), L); .print(L);
      .findall(A - B, p(A, B), D); .print(D);
      .findall(_, p(_, _), U); .length(U, N); .print(N);
      _12X = 7; .print(_12X);
      f(_Unused, Used) = f(1, 2); .print(Used);
      .stopMAS.
