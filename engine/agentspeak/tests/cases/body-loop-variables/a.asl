p(1). p(2). p(3). n(0).
!start.

+!start
   <- X = 2; for (p(X)) { .print("only ", X) };
      for (p(Y) & Y > 1) { for (p(Z) & Z < Y) { .print(Y, Z); W = Y + Z; .print(W) } };
      for (.member(Q, [a, f(R), "s"])) { .print(Q) };
      for (p(K) | K = 9) { .print(K) };
      for (not p(1)) { .print("never") };
      for (true) { .print("once") };
      while (n(N) & N < 3) { M = N * 10; .print(M); -+n(N + 1) };
      while (p(V) & V > 2) { .print("removes ", V); -p(V) };
      .findall(B, p(B), L); .print(L);
      for (p(B2)) { -p(B2); +p(B2 + 10) }; .findall(B3, p(B3), L3); .print(L3);
      for (.range(I, 1, 3)) { if (I == 2) { .print("two") } elif (I > 2) { .print("more") } else { .print("less") } };
      .print(Y, Z, K);
      .stopMAS.
