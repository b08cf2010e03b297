!start.

+!start
   <- .print("before");
      ++p(1);
      .print("after ++p");
      --p(1);
      .print("after --p");
      .wait(50);
      .stopMAS.
+p(X) <- .print("+p begins"); !sub(X); .print("+p ends").
-p(X) <- .print("-p begins"); !sub(X); .print("-p ends").
+!sub(X) <- .print("sub ", X).
