last(none).
!go.
+!go <- !name(1500, none, L); .print(L); !text(1100, "", T); .print(T); !nan(1005, 1, X); .print(X); !atoms(1300, a, b); ?last(Z); .print(Z).
+!name(0, L, L).
+!name(N, L, R) : N mod 2 == 0 <- .concat("n", N, L2); !name(N - 1, L2, R).
+!name(N, L, R) : not (L == none) <- .length(L, K); !name(N - 1, K, R).
+!name(N, L, R) <- !name(N - 1, "first", R).
+!text(0, T, T).
+!text(N, T, R) : T < "zz" & N > 3 <- !text(N - 1, "b", R).
+!text(N, T, R) <- .concat(T, N, -0.5, [N], U); !text(N - 1, U, R).
+!nan(0, X, X).
+!nan(N, X, R) <- !nan(N - 1, X / 0 - X / 0, R).
+!atoms(0, _, _).
+!atoms(N, X, Y) : X < Y <- -+last(X); !atoms(N - 1, Y, X).
+!atoms(N, X, Y) : X \== Y & N > 0 <- -+last(f); !atoms(N - 1, Y, X).
