!start.

+!start
   <- !!g(1); .print("start goes on"); !!bad; .wait(30); .print("start ends");
      .stopMAS.
+!g(X) <- .print("g ", X).
+!bad <- .print("bad"); .fail.
-!bad <- .print("bad failed").
-!start <- .print("never").
