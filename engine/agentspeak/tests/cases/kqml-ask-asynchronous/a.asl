!start.

+!start
   <- .send(b, askOne, p(X));
      .wait(50); .findall(Y, p(Y)[source(b)], L1); .print(L1);
      .send(b, askAll, p(Z));
      .wait(50); .findall(Y, p(Y)[source(b)], L2); .print(L2);
      .send(b, askOne, none(V));
      .wait(50); if (none(_)) { .print("an answer") } else { .print("nothing came") };
      .stopMAS.
+p(X)[source(S)] <- .print("+p ", X, " ", S).
