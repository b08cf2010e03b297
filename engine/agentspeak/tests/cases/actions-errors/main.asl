!start.

+!start <- for (.range(I, 1, 14)) { !t(I) }; .stopMAS.

+!t(1) <- .fail.
+!t(2) <- .length([a], 2).
+!t(3) <- .nth(9, [a], X).
+!t(4) <- .nth(I + 1, [a], x).
+!t(5) <- .member(X, Y).
+!t(6) <- .set_random_seed(A * 2).
+!t(7) <- .concat([a], b, X).
+!t(8) <- .range(1, N + 1, 3).
+!t(9) <- .copy_term(3, X).
+!t(10) <- .sort(X).
+!t(11) <- X = 1; Y = [X];
           .nth(X, Y, Z).
+!t(12) <- .set.add(a, b).
+!t(13) <- .join(a).
+!t(14) <- .no_such_action(1).
-!t(X)[error(E), error_msg(M), code(C), code_line(L), code_src(F)] <- if (.ground(C)) { .print(X, " ", C) }; .print(X, " ", E, " '", M, "' ", L, " ", F).
-!t(X)[error(E)] <- .print(X, " ", E).
-!t(X) <- .print(X, " without error").
