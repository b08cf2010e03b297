p(1). p(2). p(3). p(4). lim(2).
!start.

+!start : p(X) & lim(L) & X > L & p(Y) & Y > X
   <- .print(X, Y);
      for (p(Z)) { -p(Z); +q(Z) };
      .findall(A, q(A), Q); .print(Q);
      if (p(_)) { .print("p left") } else { .print("no p") };
      .stopMAS.
