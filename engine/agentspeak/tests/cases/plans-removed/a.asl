!start.

+!start
   <- +{ @one +!h <- .print("h one") };
      +{ @two +!h <- .print("h two") };
      !h;
      -{ @two +!h <- .print("h two") };
      !h;
      -{ @one };
      !h.
-!start[error(E)] <- .print(E); .stopMAS.
