!start.
+!start <- .print("stopping"); .stopMAS(a, b).
