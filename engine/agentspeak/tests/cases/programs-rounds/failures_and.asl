lim(3).
!go.
+!go <- !one(5); !two(4); !three(0).
+!one(N) <- for (.range(I, 1, N)) { ?lim(L); I < L; .print(I) }.
-!one(N)[error(E)] <- .print(failed(N, E)).
+!two(N) <- for (.range(I, 1, N)) { if (I > 2) { ?none(I) } }.
-!two(N)[error(E)] <- .print(failed(N, E)).
+!three(N) <- while (lim(L) & L > N) { X = L; -+lim(X - 1) }; X = again; I = 3; for (.range(I, 1, 5)) { .print(inner(I)) }; for (.range(J, 1, 2)) { Q = J }; Q = free; .print(X, Q, I).
