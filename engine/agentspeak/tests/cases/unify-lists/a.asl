!start.

+!start
   <- if ([1|X] = [1, 2, 3]) { .print(X) };
      if ([A, B] = [C, 2] & A = 1) { .print(A, B, C) };
      if ([Y|Y] = [[]]) { .print("Y is ", Y) } else { .print("no Y") };
      if ([P|Q] = [R|S] & R = 1 & Q = [2]) { .print(P, Q, R, S) };
      if ([1, 2] = [1, 2, 3]) { .print("prefix") } else { .print("no prefix") };
      if ([[Z]] = [["in"]]) { .print(Z) };
      .stopMAS.
