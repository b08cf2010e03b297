!s.
+!s <- X = 2; Y = [X, X + 1]; add(p(X + 1, Y)); .wait(p(_, _)); ?p(A, B); .print(A, " ", B); add(q("text", f(Y), 3 * 2)).
+q(A, B, C) <- .print(A, " ", B, " ", C); .stopMAS.
