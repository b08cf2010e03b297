!start.

+!start <- !!g(1); .wait(20); .suspend(g(1)); .wait(20); .resume(g(1)); .wait(100); .stopMAS.
+!g(X) <- .print("g begins"); .wait(60); .print("g ends").
^!g(X)[state(suspended)[reason(R)]] <- .print("suspended: ", R).
^!g(X)[state(resumed)] <- .print("resumed").
^!g(X)[state(finished)] <- .print("finished").
