!start.

+!start <- X = outer; !!g(X, Y); .wait(50); if (.ground(Y)) { .print("bound") } else { .print("free") }; .stopMAS.
+!g(A, B) <- B = 1; .fail.
-!g(A, B)[error(E)] <- .print(A, " ", E); if (.ground(B)) { .print("B is bound") } else { .print("B is free") }.
