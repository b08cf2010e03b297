p(1). p(2). lim(5).
!start.

+!start <- !g(0); !g(3); !g(9); !h; !two(1); !two(x); .stopMAS.
+!g(X) : X < 0 <- .print("negative").
+!g(X) : p(Y) & Y > X <- .print(Y, " > ", X).
+!g(X) : lim(L) & X < L <- .print(X, " < ", L).
+!g(X) <- .print("otherwise ", X).
+!g(X) <- .print("never").
+!h : p(X) & not (p(Y) & Y > X) <- .print("greatest ", X).
+!two(X) : .number(X) <- .print("number").
+!two(X) : .atom(X) <- .print("atom").
