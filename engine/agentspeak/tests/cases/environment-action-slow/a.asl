!s.
!t.
+!s <- .print(before); slow(300); .print(after); .stopMAS.
+!t <- .wait(50); .print(meanwhile).
