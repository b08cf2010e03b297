+hello(X)[source(S)] <- .print("hello ", X, " from ", S).
+!report[source(S)] <- .my_name(N); .send(S, tell, reported(N)).
