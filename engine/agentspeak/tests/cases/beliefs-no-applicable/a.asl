!start.

+!start <- +p(1); .print("after 1"); +p(20); .print("after 20"); -p(1); .print("end"); .stopMAS.
+p(X) : X > 10 <- .print("big ", X).
