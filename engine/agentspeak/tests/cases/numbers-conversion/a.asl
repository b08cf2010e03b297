!start.

+!start
   <- .term2string(N, "12.50"); if (.number(N)) { .print(N + 1) };
      .term2string(7.0, S); .print(S); .length(S, L); .print(L);
      .term2string(E, "1 + 2"); .print(E);
      X = E + 1; .print(X);
      .concat("", 0.5, T); .print(T);
      .term2string(M, "-3"); if (.number(M)) { .print("a number ", M) } else { .print("no number ", M) };
      .eval(V, 1 + 1 == 2); .print(V);
      .stopMAS.
