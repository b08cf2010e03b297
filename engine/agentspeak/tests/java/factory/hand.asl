!start.
+!start <- .my_name(Me); .print("comes"); .send(foreman, tell, at_work(Me)).
+!make(0) <- .send(foreman, tell, made(2)).
+!make(N) <- press(N); .print("made ", N); !make(N - 1).
