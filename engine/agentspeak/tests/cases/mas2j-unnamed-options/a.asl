!start.
+!start <- +p(1); .print("after +p").
+p(X) <- .print("+p begins"); .print("+p ends").
