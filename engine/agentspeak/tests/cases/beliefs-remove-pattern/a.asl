p(1, a). p(2, b). p(3, a).
!start.

+!start
   <- -p(X, a); .print("removed ", X);
      .findall(A, p(A, _), L1); .print(L1);
      -p(_, _);
      .findall(A, p(A, _), L2); .print(L2);
      -p(77, zz); .print("removing nothing is no failure");
      -+p(9, new);
      .findall(A, p(A, _), L3); .print(L3);
      +p(10, new); +p(11, new);
      -+p(12, last);
      .findall(A, p(A, _), L4); .print(L4);
      -+q(1); ?q(Q); .print(Q);
      .abolish(p(_, new)); .findall(A, p(A, _), L5); .print(L5);
      .stopMAS.
