!start.

+!start <- !g; .wait(30); .stopMAS.
+!g <- .fail.
-!g <- .print("handler").
^!g[state(S)] <- .print(S).
