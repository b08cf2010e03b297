!start.
+!start <- .print("runs"); .stopMAS.
