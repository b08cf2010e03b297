s(1).
s(X) :- X = 2.
s(3).
!start.

+!start
   <- .findall(X, s(X), L1); .print(L1);
      +s(0);
      .findall(X, s(X), L2); .print(L2);
      -s(3);
      .findall(X, s(X), L3); .print(L3);
      .stopMAS.
