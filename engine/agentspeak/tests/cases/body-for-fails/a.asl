!start.

+!start
   <- for (.member(X, [1, 2, 3])) { .print(X); X < 2 };
      .print("not reached").
-!start[error(E), code(C)] <- .print(E, " ", C); .stopMAS.
