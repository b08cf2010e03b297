!start.

+!start
   <- +p(1)[source(self)]; +p(1)[source(bob)]; +p(1)[source(eve), note];
      .findall(A, p(1)[A], L1); .print(L1);
      -p(1)[source(bob)]; .findall(B, p(1)[B], L2); .print(L2);
      -p(1)[source(nobody)]; .print("no nobody");
      -p(1); .findall(C, p(1)[C], L3); .print(L3);
      -p(1)[source(_)]; if (p(1)) { .print("still") } else { .print("gone") };
      +q(1)[source(bob), x]; +q(2)[source(bob)]; +q(3)[source(eve)];
      .findall(D, q(D)[source(bob)], L4); .print(L4);
      .abolish(q(_)[source(bob)]); .findall(E, q(E), L5); .print(L5);
      -q(3); .findall(F, q(F), L6); .print(L6);
      +r; +r[x]; -r[x]; if (r) { .print("r") }; -r; if (not r) { .print("no r") };
      .stopMAS.
-p(X)[source(S)] <- .print("-p ", S).
