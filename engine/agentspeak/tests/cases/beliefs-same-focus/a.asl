!start.

+!start
   <- .print("before");
      +p(1);
      .print("after +p");
      -p(1);
      .print("after -p");
      -+q(2);
      .print("after -+q");
      +r(3);
      .print("after +r, which has no plan");
      .stopMAS.
+p(X) <- .print("+p begins"); !sub(X); .print("+p ends").
-p(X) <- .print("-p begins"); !sub(X); .print("-p ends").
+q(X) <- .print("+q begins"); !sub(X); .print("+q ends").
+!sub(X) <- .print("sub ", X).
