!start.

+!start
   <- .print(atom, " ", 'Quoted atom', " ", f(1, "two", three), " ", "text with \"quotes\"");
      .print(g("text with \"quotes\" and a \\ inside"));
      .print([1, a, "s", [b | T], []]);
      .print([a, b | [c]], " ", [a, b | T]);
      .print(X, " ", f(X, Y));
      .print(~closed(door), " ", p[a, b(1)], " ", f(p[a])[z]);
      .print(ns::f(x), " ", ns::x, " ", default::y);
      .print({ .print(x); !g; ?b(Y); +c; -d; -+e; !!h; act(1) });
      .print({ +!g(Y) : p(Y) & not q <- act(Y); !g });
      .print({ @lab[atomic] -b[source(S)] <- true });
      .print(a & b, " ", 1 + 2 * 3, " ", f(1 + 2 * 3));
      .print(- 3, " ", f(-3), " ", f(3 - 1));
      .stopMAS.
