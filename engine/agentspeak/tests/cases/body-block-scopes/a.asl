n(0).
!start.

+!start
   <- { X = 1; { Y = X + 1; .print(Y) }; .print(X, Y) };
      if (X == 1 & Y > 1) { if (Y == 3) { .print("no") } else { if (true) { Z = 5; .print("deep ", Z) } } };
      .print(Z);
      for (.member(I, [1, 2])) {
         for (.member(J, [a, b])) {
            !note(I, J);
            if (I == 2 & J == a) { -+n(9) } else { ?n(N); .print("n ", N) }
         };
         while (n(M) & M > 7) { -+n(M - 1); ?n(K); .print("down to ", K) }
      };
      if (.member(W, [5, 6]) & W > 5) { .print(W); !note(W, W) };
      ?n(End); .print(End);
      .stopMAS.
+!note(A, B) <- if (not .number(B)) { .concat(A, B, T); .print(T) } else { .print(A + B) }.
