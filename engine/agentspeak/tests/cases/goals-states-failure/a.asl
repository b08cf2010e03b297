!start.

+!start <- !!g(1); .wait(20); !!g(2); .wait(20); !!g(3); .wait(30); .drop_desire(g(3)); .wait(30); .stopMAS.
+!g(1) <- .print("g 1").
+!g(2) <- .print("g 2"); .fail.
+!g(3) <- .wait(1000); .print("not reached").
^!g(X)[state(finished)] <- .print(X, " finished").
^!g(X)[state(failed)] <- .print(X, " failed").
^!g(X)[state(dropped)] <- .print(X, " dropped").
^!g(X)[state(achieved)] <- .print(X, " achieved").
