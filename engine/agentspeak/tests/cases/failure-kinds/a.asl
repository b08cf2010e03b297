!start.

+!start
   <- !t(1); !t(2); !t(3); !t(4); !t(5); !t(6); !t(7); !t(8); !t(9); !t(10); !t(11);
      .stopMAS.
+!t(1) <- !no_plan(1, x).
+!t(2) <- !none(0).
+!t(3) <- ?no_belief(z).
+!t(4) <- .fail.
+!t(5) <- move(north).
+!t(6) <- 1 > 2.
+!t(7) <- .nosuch(1).
+!t(8) <- .nth(9, [a], e).
+!t(9) <- X; .print("not reached").
+!t(10) <-
   .print("ten");

   a = b.
+!t(11) <- .length(1, 2, 3, 4).
+!none(X) : X > 0 <- true.

-!t(N)[error(E), error_msg(M), code(C), code_line(L), code_src(S)]
   <- .substring(S, Base, 5);
      .print(N, ": ", E, " ", L, " ", Base);
      .print("  ", C);
      if (N == 6 | N == 9 | N == 10) { .length(M, Len); .print("  a message") } else { .print("  ", M) }.
