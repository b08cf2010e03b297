!s.
!t.
!u.
+!s <- .wait(50); .succeed_goal(slow_goal(1)); .fail_goal(slow_goal(2)); .wait(400); .print(end); .stopMAS.
+!t <- !slow_goal(1); .wait(50); .print(succeeded).
+!u <- !slow_goal(2); .wait(100); .print(failed).
+!slow_goal(N) <- slow(200); .print(never).
-!slow_goal(N)[error(E)] <- .print(E).
-!slow_goal(N) <- .print(without_error).
