b(1).
c(2)[source(ann)].
!start.

+!start
   <- ?b(X)[source(S1)]; .print(S1);
      ?c(Y)[source(S2)]; .print(S2);
      +d(3)[source(bob)]; ?d(Z)[source(S3)]; .print(S3);
      +d(3); .findall(S, d(3)[source(S)], L); .print(L);
      if (c(2)[source(self)]) { .print("c is ours") } else { .print("c is not ours") };
      ?b(1)[source(S4), other(O)].
-!start[error(E)] <- .print(E); .stopMAS.
