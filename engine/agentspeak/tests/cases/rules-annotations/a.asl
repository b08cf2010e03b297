p(1)[sure]. p(2)[guess(3)].
known(X) :- p(X)[sure].
level(X, N) :- p(X)[guess(N)].
tagged(X)[tag] :- p(X).
!start.

+!start
   <- .findall(X, known(X), L1); .print(L1);
      ?level(X, N); .print(X, " ", N);
      if (tagged(1)[tag]) { .print("tagged") } else { .print("not tagged") };
      if (tagged(1)) { .print("without tag") };
      ?tagged(T)[A]; .print(T, " ", A);
      .stopMAS.
-!start[error(E)] <- .print(E); .stopMAS.
