!a(3). !b. !c(1).

+!a(0) <- .print("a ends"); .wait(100); .stopMAS.
+!a(N) <- .print("a", N); !a(N - 1).
+!b <- .print("b1"); !!d; .print("b2"); +x(1); .print("b3"); ?x(Y); .print("b4 ", Y).
+!c(N) : N < 4 <- .print("c", N); !e(N); !!c(N + 1); .print("c", N, " ends").
+!c(_).
+!d <- .print("d1"); .print("d2"); if (x(_)) { .print("d3") }; .print("d4").
+!e(N) <- .print("e", N); for (.range(I, 1, 2)) { .print("e", N, I) }.
+x(N) <- .print("x", N); .print("x", N, " again").
