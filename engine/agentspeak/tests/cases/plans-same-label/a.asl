!start.
@one +!g(X) : X < 2 <- .print("one"); .plan_label(P, two); P = { @L +!g(Y) : C <- B }; .print(B).
@two[k(1)] +!g(X) : X >= 2 <- .print("two").
+!start <- !g(1); !g(2); .stopMAS.
-!start[error(E)] <- .print(E); .stopMAS.
