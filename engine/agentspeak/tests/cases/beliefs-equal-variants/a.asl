!start.

+!start
   <- +p(1); +p(1.0); +p("1"); +p([1]); +p([1, 2]); +p(f(X)); +p(f(Y)); +p(a); +p(a[ann]);
      .findall(X1, p(X1), L); .length(L, N); .print(N);
      -p(1.0); .findall(X2, p(X2) & .number(X2), L2); .print(L2);
      if (p(f(anything))) { .print("an open belief answers") };
      if (p([H|T]) & T \== []) { .print(H, T) };
      .stopMAS.
