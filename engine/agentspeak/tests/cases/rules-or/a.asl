p(1). p(2). q(2). q(3).
r(X) :- p(X) | q(X).
!start.

+!start
   <- .findall(X, r(X), L1); .print(L1);
      .findall(X, p(X) & X > 1 | q(X) & X > 2, L2); .print(L2);
      .findall(X, p(X) & (X > 1 | q(X)), L3); .print(L3);
      .findall(X - Y, p(X) & q(Y), L4); .print(L4);
      if (p(5) | true & p(1)) { .print("& before |") };
      .stopMAS.
