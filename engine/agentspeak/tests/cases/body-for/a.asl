p(1). p(2). p(3).
!start.

+!start
   <- for (p(X)) { .print(X); +p(X + 10) };
      .print("X is ", X);
      .findall(Y, p(Y), L); .print(L);
      for (.member(A, [1, 2]) & .member(B, [x, y])) { .print(A, B) };
      for (p(99)) { .print("never") };
      for (.range(I, 1, 3)) { if (I == 2) { .print("two") } else { .print(I) } };
      for (.member(K, [a, b])) { N = K; .print(N) };
      for (.member(K, [a, b])) { !sub(K) };
      .stopMAS.
+!sub(K) <- .print("sub ", K).
