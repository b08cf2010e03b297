!start.

+!start <- !!g; .print("s1"); .print("s2"); .print("s3"); .print("s4"); .wait(50); .stopMAS.
+!g <- .print("g1"); !h; .print("g2").
+!h <- .print("h").
^!g[state(S)] <- .print("g is ", S).
^!h[state(S)] <- .print("h is ", S).
