!start.

+!start
   <- +{ @one +!h <- .print("h one") };
      +{ @two +!h <- .print("h two") };
      !h;
      -{ @one +!h <- .print("h one") };
      !h;
      -{ @two +!h <- .print("another body") };
      !h.
-!start[error(E)] <- .print(E); .stopMAS.
