!start.

+!start <- !g(1); .wait(50); .stopMAS.
+!g(X) <- .print("g ", X); .wait(20); .print("g ends").
^!g(X)[state(S)] <- .print("g(", X, ") is ", S).
