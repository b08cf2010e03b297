!start.

+!start
   <- !p(1); !p(2) |&| !p(3); !p(4);
      .print({ !a; !b |&| !c ||| !d; !e });
      .stopMAS.
+!p(X) <- .print(X).
