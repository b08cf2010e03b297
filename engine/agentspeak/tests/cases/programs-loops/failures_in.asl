n(0).
!go.
+!go <- !ask(2000); !none(1500); !test(1800); !wrong(1300); .print(end).
-!go[error(E)] : n(N) <- .print(E, N).
+!ask(N) : N > 700 <- -+n(N); N > 1000; !ask(N - 1).
-!ask(N)[error(E)] : n(M) <- .print(ask(N, M, E)).
+!none(N) : N > 0 & N \== 10 <- -+n(N); !none(N - 1).
-!none(N)[error(E), error_msg(M)] <- .print(none(N, E)).
+!test(N) <- -+n(N); ?small(N); !test(N - 1). small(N) :- N > 1790.
-!test(N)[error(E)] <- .print(test(N, E)).
+!wrong(N) : N > 5 <- -+n(N); .length(N, L); !wrong(N - 1).
