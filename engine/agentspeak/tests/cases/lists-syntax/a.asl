!start.

+!start
   <- .print([], " ", [[]], " ", [a|[]], " ", [a|[b|[c|[]]]]);
      [A, B|C] = [1, 2, 3, 4]; .print(A, " ", B, " ", C);
      [X|[Y|Z]] = [p, q]; .print(X, " ", Y, " ", Z);
      L = [1, 2]; M = [0|L]; .print(M);
      N = [s|T]; T = [t]; .print(N);
      .print([f(x)[y], "z", 1 + 1, [g]]);
      [[P, _]|_] = [[in, out], rest]; .print(P);
      [Q, R|S] = [only, two]; .print(S);
      if ([V] = [1, 2]) { .print("one") } else { .print("two are not one") };
      if ([a, b] = [a|W]) { .print(W) };
      .stopMAS.
