n(0).
!go.
+!go <- for (.range(I, 1, 1500)) { !add(I) }; ?n(N); .print(N); !wait(3); !deep(3); !many([3, 4]).
+!add(I) : n(N) & I mod 2 == 0 <- -+n(N + I).
+!add(_).
+!wait(M) <- X = M; for (.range(I, 1, M)) { Y = I * X; .wait(5); .print(I, " ", Y); +waited(I) }; while (waited(Z)) { -waited(Z); .wait(1); .print(gone(Z)) }; .print(X).
+!deep(M) <- for (.range(I, 1, M)) { J = I; while (n(N) & N > 1000 * J) { -+n(N div 2); !!later(J, N); for (.member(K, [x, y])) { if (K == y) { .print(K, J) } else { !nothing } } } }.
+!nothing.
+!later(J, N) <- .print(later(J, N)).
+!many(L) <- for (.member(X, L) & Y = X + 1) { .print(X, Y) }; for (n(N)) { -+n(N + 1) }; ?n(N); .print(N).
