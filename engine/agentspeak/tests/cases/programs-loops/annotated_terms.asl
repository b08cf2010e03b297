kept(a[x]).
!go.
+!go : kept(A) <- !walk(1200, A, b); !walk(1200, b, A); !walk(50, A, A); .print(end).
+!walk(0, X, Y) <- .print(X, Y).
+!walk(N, X, X) : N mod 2 == 0 <- !walk(N - 1, X, X).
+!walk(N, a, Y) : N > 1100 <- !walk(N - 1, a, Y).
+!walk(N, X, Y) <- !walk(N - 1, Y, X).
