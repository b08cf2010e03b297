p(1). p(2). p(3).
!start.

+!start
   <- .findall(X, p(X), L1); .print(L1);
      +p(4); +p(5);
      .findall(X, p(X), L2); .print(L2);
      -p(2); +p(2);
      .findall(X, p(X), L3); .print(L3);
      ?p(F); .print(F);
      +p(4)[again]; .findall(X, p(X), L4); .print(L4);
      +q(1); +q(2); -+q(3); .findall(X, q(X), L5); .print(L5);
      .stopMAS.
