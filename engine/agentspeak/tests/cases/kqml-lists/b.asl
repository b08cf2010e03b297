+p(X)[source(S)] <- .print("plus ", X, " ", S).
-p(X)[source(S)] <- .print("minus ", X, " ", S).
+!g(X)[source(S)] <- .print("g ", X, " ", S).
