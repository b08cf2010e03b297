!start.
+!start <- +p(1); .print("after +p"); .print("much after +p"); .wait(50); .stopMAS.
+p(X) <- .print("+p begins"); .print("+p ends").
