p(1). p(2). p(3).
check(small, X < 3). 
rule(even, N, N mod 2 == 0).
!start.

+!start
   <- F = (p(X) & X > 1); .print(F); ?F; .print(X);
      .findall(Y, p(Y) & rule(even, Y, C) & C, L); .print(L);
      !ask(p(4)); !ask(p(3)); !ask(p(_) & not p(7)); !ask(1 > 2); !ask(.length([a], 1));
      .count(F, N); .print(N);
      H = p(Z); .findall(Z, H, M); .print(M);
      W = (V = 3); if (W & V == 3) { .print("unified ", V) };
      .stopMAS.
+!ask(Q) : Q <- .print("yes ", Q).
+!ask(Q) <- .print("no ", Q).
