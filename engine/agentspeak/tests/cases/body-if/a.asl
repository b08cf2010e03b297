p(1). q(2).
!start.

+!start
   <- if (p(X)) { .print("p ", X) } else { .print("no p") };
      .print("after: ", X);
      if (p(5)) { .print("p 5") } else { if (q(Y)) { .print("q ", Y) } };
      if (p(7)) { .print("p 7") } elif (q(2)) { .print("elif") } else { .print("else") };
      if (p(8)) { .print("never") };
      if (q(Z) & Z > 1) { W = Z * 10 }; .print(W);
      if (p(1) & q(2)) { }; .print("empty branch");
      if (not p(2)) { .print("not p(2)") } .print("no ; after a block");
      .stopMAS.
