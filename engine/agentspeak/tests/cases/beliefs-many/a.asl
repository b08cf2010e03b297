!start.

+!start
   <- for (.range(I, 1, 1000)) { +e(I, I mod 7, f(I)) };
      ?e(500, A, B); .print(A, B);
      .count(e(_, 3, _), N); .print(N);
      ?e(X, _, f(777)); .print(X);
      .findall(Y, e(Y, 0, _) & Y > 980, L); .print(L);
      for (e(Z, 1, _)) { -e(Z, _, _) }; .count(e(_, _, _), M); .print(M);
      -+e(1, 1, 1); .count(e(_, _, _), K); .print(K);
      .abolish(e(_, 2, _)); .count(e(_, _, _), J); .print(J);
      if (e(999, W, _)) { .print(W) };
      if (not e(100, _, _)) { .print("no 100") } else { .print("100") };
      +e("500", s, s); ?e("500", S, _); .print(S);
      +e([1], l, l); ?e([Q], l, _); .print(Q);
      +e(f(1), g, g); ?e(f(R), g, _); .print(R);
      ?e(T, _, _); .print(T);
      .stopMAS.
