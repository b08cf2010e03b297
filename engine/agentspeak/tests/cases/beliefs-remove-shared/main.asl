b(1)[source(bob), source(self)].
c(1)[source(bob), source(self)].
d(1)[source(bob)].

-b(X)[source(S)] <- .print(gone, b(X), S).
-c(X)[source(S)] <- .print(gone, c(X), S).
-e(X)[source(S)] <- .print(gone, e(X), S).

!start.
+!start
   <- -b(X); .print(X); .findall(S, b(_)[source(S)], L); .print(L);
      -c(1); .findall(T, c(_)[source(T)], M); .print(M);
      -d(Y); .print(Y); .count(d(_), N); .print(N);
      +e(1)[source(bob)]; +e(1); +e(1)[note]; +e(2);
      -e(Z)[note]; .print(Z); .findall(U, e(U), O); .print(O);
      .stopMAS.
