more(1).
!goal_of_more.
+!helped <- .print(helped).
+!goal_of_more <- true.
