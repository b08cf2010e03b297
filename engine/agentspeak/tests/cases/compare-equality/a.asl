!start.

+!start
   <- if (X == Y) { .print("X == Y") } else { .print("X \\== Y") };
      if (X == X) { .print("X == X") };
      if (p == p[a]) { .print("p == p[a]") } else { .print("p \\== p[a]") };
      if (p[a, b] == p[b, a]) { .print("order of annotations does not count") };
      if (p(1) \== p(2)) { .print("p(1) \\== p(2)") };
      if ([1, 2] == [1, 2]) { .print("lists") };
      if ([1, 2] \== [2, 1]) { .print("lists have an order") };
      if (f(X) == f(X)) { .print("f(X) == f(X)") };
      if (f(X) == f(Z)) { .print("f(X) == f(Z)") } else { .print("f(X) \\== f(Z)") };
      if (1 + 1 == 2) { .print("1 + 1 == 2") };
      if (not a == b) { .print("not a == b") };
      .stopMAS.
