p(1)[a]. p(2)[b]. p(3)[b].
!start.

+!start
   <- -p(X)[b]; .print(X); .findall(Y, p(Y), L); .print(L);
      -p(_)[source(other)]; .findall(Y, p(Y), M); .print(M);
      -p(1)[source(self)]; .findall(Y, p(Y), N); .print(N);
      .stopMAS.
