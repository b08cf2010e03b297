p(a). p("a"). p('a').
!start.

+!start
   <- .findall(X, p(X), L); .print(L); .length(L, N); .print(N);
      .findall(x, p(a), L1); .length(L1, N1);
      .findall(x, p("a"), L2); .length(L2, N2);
      .findall(x, p('a'), L3); .length(L3, N3); .print(N1, N2, N3);
      .stopMAS.
