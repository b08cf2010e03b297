!start.

+!start
   <- !get(3, Z) ||| .wait(500); .print(Z);
      .stopMAS.
+!get(N, R) <- .wait(10); R = N * 10.
