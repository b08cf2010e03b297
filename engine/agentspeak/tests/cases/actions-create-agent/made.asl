!start.
+!start <- .my_name(N); .print("I am ", N); .send(main, tell, ready).
+hello[source(S)] <- .send(S, tell, hello_back).
