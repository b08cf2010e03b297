feels(bad).
!hope.
+!hope <- true.
