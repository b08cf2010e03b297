!start.

+!start <- !!end(20); !a; .print("behind a"); !!end(20); !b; .print("behind b"); .stopMAS.
+!end(Time) <- .wait(Time); .fail_goal(in).
+!a <- !in; .print("a goes on"). {
   +!in <- .wait(1000).
   -!in <- .print("caught").
}
+!b <- !in; .print("b goes on"). { +!in <- .wait(1000). }
-!b <- .print("b failed").
-!start <- .print("start failed"); .stopMAS.
