shared(1). shared(2).
+!sharing(X) <- .print(X).
