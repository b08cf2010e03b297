!start.

+!start
   <- .send(b, askAll, p(X), L1); .print(L1);
      .send(b, askAll, p(2, Y), L2); .print(L2);
      .send(b, askAll, none(Z), L3); .print(L3);
      .send(b, askAll, r(W), L4); .print(L4);
      .send(b, askAll, p(V)); .wait({ +p(3) }); .findall(U, p(U), L5); .print(L5);
      .stopMAS.
