!start.

+!start <- for (.range(I, 1, 9)) { !t(I) }; !marked; .stopMAS.

+!t(1) <- .fail.
+!t(2) <- .fail(reason(tired)).
+!t(3) <- .fail(error_msg("told")).
+!t(4) <- .fail(error_msg(told), reason(x), k).
+!t(5) <- .fail(error(mine)).
+!t(6) <- X = 3; .fail(value(X)).
+!t(7) <- .fail("text").
+!t(8) : .fail <- .print("never").
+!t(8) <- .print("next").
+!t(9) <- if (.fail) { .print("never") } else { .print("else") }.
-!t(X)[reason(R), error_msg(M)] <- .print(X, " reason ", R, " ", M).
-!t(X)[value(R), error_msg(M)] <- .print(X, " value ", R, " ", M).
-!t(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).

+!marked <- .fail(mark).
-!marked[A|R] <- .print(A); .sort(R, L); .length(L, N); .print(N).
