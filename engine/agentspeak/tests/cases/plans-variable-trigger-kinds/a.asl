!start.

+!start
   <- +b(1); -b(1); ?t(5); !g(2); +known(1); .stopMAS.
+B <- .print("+ ", B).
-B <- .print("- ", B).
+?T <- .print("+? ", T).
+!G <- .print("+! ", G).
-?T <- .print("-? ", T).
+known(X) <- .print("known ", X).
