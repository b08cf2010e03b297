!start.

+!start <- !!a; .wait(50); !!b; .wait(50); .print("end"); .stopMAS.
+!a <- !a2; .print("not reached").
+!a2 <- .print("a2"); .drop_intention(a); .print("not reached in a2").
+!b <- !b2; .print("b goes on").
+!b2 <- !b3; .print("not reached in b2").
+!b3 <- .print("b3"); .succeed_goal(b2); .print("not reached in b3").
