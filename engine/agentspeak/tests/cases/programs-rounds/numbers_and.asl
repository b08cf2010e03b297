total(0). left(0).
!go.
+!go <- !work(5000); ?total(T); ?left(L); .print(T, " ", L); !lists([a, f(b, 2), "c", [1]]); .count(seen(_, _), C); .print(C).
+!work(N) <- for (.range(I, 1, N)) { if (I mod 100 == 0) { ?total(T); -+total(T + I) } }; -+left(2500); while (left(K) & K > 3) { -+left(K - 1) }.
+!lists(L) <- for (.member(X, L)) { for (.range(J, 1, 2)) { +seen(X, J) }; .print(X) }; for (.member(_, [])) { .print(never) }; for (.range(_, 3, 1)) { .print(never) }; for (.range(I, 1, 2.7)) { .print(I) }.
