!go.
+!go <- !loop(3000); !sum(3000, 0, S); !mixed(2500, 1, 0, X, Y); .print(S, " ", X div 1, " ", Y).
+!loop(N) : N > 0 <- !loop(N - 1).
+!loop(0).
+!sum(0, S, S).
+!sum(N, A, S) <- !sum(N - 1, A + N, S).
+!mixed(N, A, B, A, B) : N < 0.5.
+!mixed(N, A, B, X, Y) : N mod 2 == 0 & not (N == 7 & A > 0) <- !mixed(N - 1, -A * 3 mod 1000 / 2, B + 1, X, Y).
+!mixed(N, A, B, X, Y) <- !mixed(N - 1, A * A mod 77 - N div 3, B, X, Y).
