!start.

+!start
   <- B = { a; b(1); !c };
      .print(B);
      if (B = { H; T }) { .print(H, " then ", T) };
      if ({ x } = { H2; T2 }) { .print(H2, " then ", T2) } else { .print("a single step has no rest") };
      .print({ for (.member(X, [1, 2])) { .print(X) } });
      .print({ while (p(N) & N > 0) { -+p(N - 1) } });
      .print({ if (a) { b } elif (c) { d } else { e } });
      .print({ !a |&| !b });
      .print({ !a ||| !b ||| !c });
      .print({ ++a; --b; -+c; +d[x]; X = 1; X > 2; ?e; !!f });
      .stopMAS.
