!start.

+!start : math.max(1, 2) == 2
   <- !g(math.abs(-3)); +p(math.floor(2.7)); ?p(X); .print(X); .print(f(math.min(4, 2))); Y = [math.sqrt(9)]; .print(Y);
      if (p(math.floor(2.2))) { .print("query") };
      .stopMAS.
+!g(3) <- .print("three").
+!g(X) <- .print("other ", X).
