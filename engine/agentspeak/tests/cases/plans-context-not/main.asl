b(a).
!start.
+!start <- !f; !g; !h; .stopMAS.
+!f : not (b(X) & b(1)) <- .concat("C", X, Y); .print(Y); .print(X).
+!g : not (b(X) & b(1)) <- .print(X); .print(X); ?b(X); .print(X).
+!h : not (b(X) & b(1)) <- Y = f(X); .print(Y); X = 1; .print(Y).
