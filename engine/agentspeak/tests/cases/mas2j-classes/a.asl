!start.
+!start <- ?p(X); .print(X); .my_name(N); .print(N); .stopMAS.
