!start. !other.

+!start <- !a; .print("start goes on"); !b; .print("start again"); !c; .print("not reached").
+!a <- !a1; .print("not reached a").
+!a1 <- .succeed_goal(a); .print("not reached a1").
+!b <- !b1; .print("not reached b").
+!b1 <- .fail_goal(b); .print("not reached b1").
-!b <- .print("b failed").
+!c <- .print("c drops"); .drop_intention(start); .print("not reached c").
+!other <- .wait(50); !waits |&| !drops; .print("other goes on"); .drop_desire(nothing); .drop_all_desires; .print("still here"); .stopMAS.
+!waits <- .wait(5000); .print("not reached").
+!drops <- .wait(20); .succeed_goal(waits); .print("drops").
