!start.

+!start <- !g(1, X); .print("X is ", X); .stopMAS.
+!g(A, B) <- B = 5; .print(A, B); .fail.
-!g(A, B) <- .print("handler: ", A, " ", B); B = 7.
