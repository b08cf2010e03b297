!start.

+!start
   <- !sum(10, 0.1, 0, A); .print(A);
      !power(70, 2, 1, B); .print(B);
      !power(20, 0.5, 1, C); .print(C);
      D = 1 / 3; .print(D, " ", D * 3, " ", 2 / 3);
      E = 10 / 4; F = 7 mod 3; G = 7 div 2; H = -7 mod 3; .print(E, " ", F, " ", G, " ", H);
      .print(1e3, " ", 1.5e-7, " ", 123456789.125, " ", 1e15, " ", 1e21, " ", 100000000000000000000);
      I = 3 * (2 + 4) - -1; .print(I);
      if (0.1 + 0.2 == 0.3) { .print("equal") } else { .print(0.1 + 0.2) };
      if (2 == 2.0) { .print("two") };
      .print(math.round(2.5), math.floor(-0.5), " ", math.sqrt(2), " ", 2 ** 0.5);
      .stopMAS.
+!sum(0, _, S, S).
+!sum(N, X, S, R) <- !sum(N - 1, X, S + X, R).
+!power(0, _, P, P).
+!power(N, B, P, R) <- !power(N - 1, B, P * B, R).
