!start.

+!start
   <- if (K = g(K)) { .print("cyclic ", K) };
      if (M = g(M) & K = M) { .print("same") } else { .print("not the same") };
      if (K = g(g(a))) { .print("has an end") } else { .print("has none") };
      if (K = g(_)) { .print("one level fits") };
      if (K = h(_)) { .print("never") } else { .print("another name does not") };
      if (f(X, a) = f(h(X), a)) { .print("inside ", X) };
      .stopMAS.
