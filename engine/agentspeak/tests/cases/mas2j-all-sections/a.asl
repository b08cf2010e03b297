!start.
+!start <- .my_name(N); .print(N); .stopMAS.
