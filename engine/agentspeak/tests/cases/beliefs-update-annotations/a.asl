p(1)[a]. p(2)[b].
!start.

+!start
   <- -+p(3)[c]; .findall(X, p(X), L1); .print(L1);
      -+q(1)[k]; -+q(2)[k]; -+q(2)[m]; .findall(X - 0, q(X), L2); .print(L2);
      ?q(2)[m]; if (q(2)[k]) { .print("k stays") } else { .print("k went") };
      +r(1)[source(bob)]; -+r(2); .findall(X, r(X), L3); .print(L3);
      .stopMAS.
