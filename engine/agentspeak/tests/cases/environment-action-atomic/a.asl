!s.
!t.
@l[atomic] +!s <- .print(s1); slow(200); .print(s2).
+!t <- .print(t1); .print(t2); .stopMAS.
