p(1). p(2). q(2).
!start.

+!start
   <- .findall(X, p(X) & not q(X), L1); .print(L1);
      if (not (p(X) & q(X))) { .print("none") } else { .print("some") };
      if (not (not p(Y))) { .print("double not ", Y) };
      if (not q(Z)) { .print("no q") } else { .print("q, Z is ", Z) };
      if (p(A) & not A > 1) { .print(A) };
      if (not p(3) & not q(1)) { .print("both not") };
      if (not true | true) { .print("true") };
      if (false | not false) { .print("not false") };
      .stopMAS.
