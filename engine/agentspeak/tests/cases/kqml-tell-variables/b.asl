q(1, one). q(2, two).
+?sum(L, S) <- S = math.sum(L).
+p(A, B, C) <- A = 1; C = 2; .print(A, B, C).
+!g(X, [H|T], S, N, Body) <- X = bound; T = [2]; .print(X, H, T, S, N, Body).
+!end(Z) <- Z = 1; .print(Z); .stopMAS.
