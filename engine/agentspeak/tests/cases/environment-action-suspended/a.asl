!s.
!t.
+!s <- .wait(50); .suspend(t); .suspended(t, R); .print(suspended, " ", R); .wait(400); .print(resuming); .resume(t).
+!t <- slow(200); .print(resumed); .stopMAS.
