!start.

+!start
   <- X = Y; Y = 3; .print(X, Y);
      A = B; C = D; B = C; D = end; .print(A, B, C, D);
      f(P, Q) = f(Q, 5); .print(P, Q);
      [H|T] = [1, 2, 3]; .print(H, T);
      [U, V|W] = [1, 2]; .print(U, V, W);
      if ([_|_] = []) { .print("empty has a head") } else { .print("empty has no head") };
      if (f(Z, Z) = f(1, 2)) { .print("same") } else { .print("Z is not both") };
      .print(Z);
      if (K = g(K)) { .print("cyclic") } else { .print("not cyclic") };
      M = 1; if (M = 2) { .print("2") } else { .print("M stays ", M) };
      "s" = S; .print(S);
      f(a, N) = F; N = late; .print(F);
      .stopMAS.
