b(2).
+!g(X) : X > 2 <- .print("g included ", X).
+!from_include <- .print("included").
