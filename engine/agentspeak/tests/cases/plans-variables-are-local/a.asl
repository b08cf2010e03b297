!start.

+!start <- X = 1; !g(5); .print(X); !r(3, R); .print(R); .stopMAS.
+!g(Y) <- X = Y; .print(X).
+!r(0, []).
+!r(N, [N|T]) <- M = N - 1; !r(M, T); .print(M, " ", T).
