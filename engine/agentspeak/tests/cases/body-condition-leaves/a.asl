!start.
p(7).

+!start
   <- if (A = 1 & false) { .print("never") }; .print("A ", A);
      if (p(B) & B > 8) { .print("never") }; .print("B ", B);
      if (not (C = 3 & C > 5)) { .print("C ", C) };
      if (not (p(D) & D > 8)) { .print("D ", D) };
      .findall(E, E = 5, L); .print("E ", E, L);
      .findall(F, p(F), M); .print("F ", F, M);
      .count(G = 2 & G > 5, N); .print("G ", G, " ", N);
      while (H = 4 & H > 5) { .print("never") }; .print("H ", H);
      if ((I = 1 & I > 5) | p(I)) { .print("I ", I) };
      if (p(J) & not (K = J & K > 9)) { .print("K ", K) };
      if (.length([a], O) & O > 5) { .print("never") }; .print("O ", O);
      .stopMAS.
