!s.
+!s <- !t(1); !t(2); !t(3); .stopMAS.
+!t(1) <- fly(1, x).
+!t(2) <- add(p); fly.
+!t(3) <- .no_such_action(1).
-!t(N)[error(E), error_msg(M), code(C), code_line(L), code_src(F)] <- .print(N, " ", E, " [", M, "] ", C, " ", L, " ", F).
