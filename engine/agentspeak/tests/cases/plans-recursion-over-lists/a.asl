!start.

+!start
   <- !map([1, 2, 3], L); .print(L);
      !flatten([1, [2, [3, []]], 4], F); .print(F);
      !insert(5, nil, T1); !insert(2, T1, T2); !insert(8, T2, T3); .print(T3);
      !hanoi(3, left, right, middle);
      .stopMAS.
+!map([], []).
+!map([H|T], [D|R]) <- D = H * H; !map(T, R).
+!flatten([], []).
+!flatten([H|T], R) : .list(H) <- !flatten(H, A); !flatten(T, B); .concat(A, B, R).
+!flatten([H|T], [H|R]) <- !flatten(T, R).
+!insert(X, nil, t(nil, X, nil)).
+!insert(X, t(L, Y, R), t(L2, Y, R)) : X < Y <- !insert(X, L, L2).
+!insert(X, t(L, Y, R), t(L, Y, R2)) <- !insert(X, R, R2).
+!hanoi(0, _, _, _).
+!hanoi(N, A, B, C) <- !hanoi(N - 1, A, C, B); .print(A, " to ", B); !hanoi(N - 1, C, B, A).
