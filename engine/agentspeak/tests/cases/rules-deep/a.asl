n(0).
down(0).
down(N) :- N > 0 & down(N - 1).
sum([], 0).
sum([H|T], S) :- sum(T, R) & S = H + R.
!start.

+!start
   <- if (down(300)) { .print("down") };
      .findall(X, .range(X, 1, 100), L); ?sum(L, S); .print(S);
      .stopMAS.
