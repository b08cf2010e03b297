!start.

+!start <- !a; .print("not reached").
-!start <- .print("start"); .stopMAS.
+!a <- !b; .print("not reached").
-!a <- .print("a"); .fail.
+!b <- .print("b"); !d; .print("not reached").
-!b <- .print("-b"); .fail.
+!d <- .print("d"); .fail.
