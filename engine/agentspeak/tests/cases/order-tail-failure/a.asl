!start.

+!start <- !a; .print("goes on"); .stopMAS.
-!start <- .print("start failed"); .stopMAS.
+!a <- .print("a"); !b.
-!a <- .print("a failed").
+!b <- .print("b"); !c.
+!c <- .print("c"); .fail.
