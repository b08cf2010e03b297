all(0).
@c[atomic]
+!count(N)[source(Who)] : all(Before) & .count(carried(_, _)[source(Who)], N)
   <- -+all(Before + N);
      .print(Who, " carried ", N);
      !end.
+!end : gold_total(N) & all(N) <- .print("all ", N, " are home"); .stopMAS.
+!end.
