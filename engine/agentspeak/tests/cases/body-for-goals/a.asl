!start.

+!start
   <- for (.member(X, [1, 2, 3])) { !double(X, Y); .print(Y) };
      if (.ground(Y)) { .print("Y is bound") } else { .print("Y is free") };
      .stopMAS.
+!double(X, Y) <- Y = X * 2.
