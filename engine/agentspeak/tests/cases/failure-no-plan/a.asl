!start.

+!start <- !missing(1); .print("not reached").

-!start[error(E), error_msg(M), code(C), code_src(S), code_line(L)]
   <- .print(E); .print(M); .print(C); .print(L);
      .substring(S, Base, 5); .print(Base);
      .stopMAS(0, 7).
