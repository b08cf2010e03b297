!start.

+!start <- !!a; !!b; .wait(30); .succeed_goal(work(a)); .fail_goal(work(b)); .wait(30); .stopMAS.
+!a <- !work(a); .print("a goes on").
-!a <- .print("a failed").
+!b <- !work(b); .print("b: not reached").
-!b[error(E)] <- .print("b failed by ", E).
-!b <- .print("b failed").
+!work(X) <- .print("work ", X); .wait(1000); .print("not reached").
