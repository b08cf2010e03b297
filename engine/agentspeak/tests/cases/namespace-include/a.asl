!start.
b(1).

+!g(X) : X > 5 <- .print("g of the file, before ", X).
{ include("inc_plans.asl") }
+!g(X) <- .print("g of the file, after ", X).
+!start <- !g(9); !g(3); !g(1); .findall(X, b(X), L); .print(L); !from_include; .stopMAS.
