!start.

+!start
   <- if (true) { X = 1 } else { X = 2 }; .print(X);
      if (false) { Y = 1 } else { Y = 2 }; .print(Y);
      if (false) { Z = 1 }; if (.ground(Z)) { .print("bound") } else { .print("free") };
      if (V = 3 & V > 5) { .print("never") }; if (.ground(V)) { .print("bound") } else { .print("V is free") };
      if (.member(W, [1, 2, 3]) & W > 1) { .print(W) }; .print(W);
      .stopMAS.
