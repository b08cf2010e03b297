!start.

+!start <- !a; !b; !c; !d; .print("all"); .stopMAS.
+!a.
+!b : true.
+!c <- true.
+!d : true <- .print(d); .
