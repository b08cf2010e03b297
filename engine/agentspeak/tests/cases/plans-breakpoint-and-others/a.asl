!start.
@p1[breakpoint, cost(3), preference(high)] +!g(X) <- .print("p1 ", X).
@p2[atomic, all_unifs, mine] +!h : .member(X, [1, 2]) <- .print("p2 ", X).
+!start <- !g(1); !h; .stopMAS.
