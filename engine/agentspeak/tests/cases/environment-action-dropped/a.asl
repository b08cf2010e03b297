!s.
!t.
+!s <- .wait(50); .drop_intention(t); .print(dropped); .wait(400); .print(end); .stopMAS.
+!t <- slow(200); .print(never).
