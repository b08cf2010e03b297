p(1). p(2). p(3). q(2).
!start.

+!start : .count(p(_)) == 3 & N = .count(q(_))
   <- .print(N);
      X = .count(p(_)); .print(X);
      .print(.count(p(A) & A > 1), " ", .count(r), " ", .count(p(_)) * 10);
      if (.count(p(Y) & q(Y)) > 0) { .print("shared") };
      .stopMAS.
