!start.

+!start
   <- A = { x; !y };
      B = { A; z }; .print(B);
      C = { first; A }; .print(C);
      if ({ A; z } = { H; T }) { .print(H, " then ", T) };
      if ({ H2; T2 } = { A; z }) { .print(H2, " then ", T2) };
      D = { .print("done") };
      E = { D; .print("twice") };
      E;
      if ({ !G; R } = { !a(1); b; c }) { .print(G, " then ", R) } else { .print("no goal") };
      if ({ !G2 } = { a }) { .print("an action is a goal") } else { .print("an action is no goal") };
      if ({ P; Q } = { a; b } & { Q } = { b }) { .print(P, " and ", Q) };
      if ({ a; b } = { a; b }) { .print("same") };
      if ({ a; b } = { a; c }) { .print("never") } else { .print("not the same") };
      if ({ } = { a }) { .print("never") } else { .print("something is not nothing") };
      .stopMAS.
