p(1). p(2). p(3).
!start.

@a[all_unifs] +!g : p(X) & X > 1 <- .print("g ", X); X > 2; .print("g passes with ", X).
-!g <- .print("g failed").
+!start <- !g; .stopMAS.
