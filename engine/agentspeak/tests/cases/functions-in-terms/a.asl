!start.

+!start
   <- +p(math.max(1, 2), [math.abs(-3)])[at(math.floor(2.7))]; ?p(A, B)[at(C)]; .print(A, B, C);
      !g(f(math.sqrt(16)))[n(1 + 1)];
      X = [1 + 1, math.round(2.4), .length("abc")]; .print(X);
      .findall(math.max(Y, 2), .member(Y, [1, 2, 3]), L); .print(L);
      if (p(.length([a, b]), _)) { .print("length 2") };
      .print(math.min([4, 2, 8]), " ", math.sum([1, 2]), " ", math.average([1, 2]), " ", .count(p(_, _)));
      Z = math.max(W, 3); W = 7; .print(Z);
      -p(1 + 1, _); if (not p(_, _)) { .print("gone") };
      .stopMAS.
+!g(f(4))[n(2)] <- .print("g").
