!start.

+!start
   <- for (.member(A, [1, "s", atom, f(1), [1], ~n])) {
         for (.member(B, [1, "s", atom, f(1), [1], ~n])) {
            if (A < B) { .print(A, " < ", B) };
            if (A == B) { .print(A, " == ", B) }
         }
      };
      .stopMAS.
