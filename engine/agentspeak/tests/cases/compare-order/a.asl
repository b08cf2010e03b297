!start.

+!start
   <- .sort([b, "b", 2, f(1), [1], X, a, "a", 1, f(0), [], g, ~a, f(1, 2), a(1)[z], p[x], 1.5, e(9)], L); .print(L);
      .sort([f(2), f(1, 1), g(0), f(10), f(a), f("a"), f([]), f(f(1))], M); .print(M);
      .sort([[3], [1, 2], [], [1], [2], [1, 1, 1]], N); .print(N);
      .sort([p[b], p[a], p, p(1)[a], p(1)], O); .print(O);
      .sort([zeta, alpha, 'Beta', beta, "Gamma", "delta"], P); .print(P);
      .sort([3, 1, 2, 3, 1], Q); .print(Q);
      .stopMAS.
