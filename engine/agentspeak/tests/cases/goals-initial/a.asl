!a.
!b.
!c.

+!a <- .print("a 1"); .print("a 2"); .print("a 3").
+!b <- .print("b 1"); .print("b 2"); .print("b 3"); .print("b 4").
+!c <- .print("c 1"); .wait(100); .stopMAS.
