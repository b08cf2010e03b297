many(1). many(2). given(1)[source(other)]. rule(X) :- X = 3. text("a"). list([1]).
!go.
+!go <- !one(1200); !two(1200); !three(10); !four(1200); !five(20); .count(many(_), M); .count(given(_), G); ?rule(R); ?text(T); .findall(A, given(1)[source(A)], S); .count(more(_), More); ?list(L); .length(L, Length); .print(M, G, R, T, S, More, Length).
+!one(N) : N > 0 & many(X) <- -many(N); !one(N - 1).
+!one(0).
+!two(N) : N > 0 & rule(X) & X > 2 <- +given(1); -+text(b); !two(N - 1).
+!two(0).
+!three(N) : N > 0 <- +more(N); !three(N - 1).
+!three(0).
+!four(N) : N > 0 & text(b) <- -+text("c"); -+text(b); !four(N - 1).
+!four(0).
+!five(N) : N > 0 & list(L) <- -+list([N|L]); !five(N - 1).
+!five(0).
