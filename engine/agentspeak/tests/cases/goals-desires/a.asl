!start.

+!start
   <- !!g(1); !!g(2); .wait(20);
      if (.desire(g(1))) { .print("g(1) desired") };
      if (.intend(g(2))) { .print("g(2) intended") };
      .findall(X, .intend(g(X)), L); .sort(L, S); .print(S);
      .drop_intention(g(1));
      if (not .intend(g(1))) { .print("g(1) gone") };
      .drop_desire(g(2));
      if (not .desire(g(2))) { .print("g(2) gone") };
      if (.intend(start)) { .print("start") };
      if (not .intend(never)) { .print("never") };
      .stopMAS.
+!g(X) <- .wait(5000).
