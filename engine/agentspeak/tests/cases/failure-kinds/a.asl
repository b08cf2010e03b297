!start.

+!start
   <- !t(1); !t(2); !t(3); !t(4); !t(5); !t(6); !t(7); !t(8); !t(9);
      .stopMAS.
+!t(1) <- !no_plan(1, X).
+!t(2) <- !none(0).
+!t(3) <- ?no_belief(Z).
+!t(4) <- .fail.
+!t(5) <- move(north).
+!t(6) <- 1 > 2.
+!t(7) <- .nosuch(1).
+!t(8) <- .nth(9, [a], E).
+!t(9) <- X.
+!none(X) : X > 0 <- true.

-!t(N)[error(E), error_msg(M), code(C), code_line(L), code_src(S)]
   <- .substring(S, Base, 5);
      .print(N, ": ", E, " ", L, " ", Base);
      .print("  ", C);
      .print("  ", M).
