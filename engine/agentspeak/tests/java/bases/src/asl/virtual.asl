own(1).
twice(X, Z) :- square(X, Y) & square(Y, Z).
square(0, nothing).
!start.
+!start : square(3, Y) & not square(200, _) <- .print(Y); ?twice(2, Z); .print(Z); .findall(s(A, B), square(A, B) & A < 3, L); .print(L);
   if (own(1) & square(4, 16)) { .print("both") }; !context(5).
+!context(X) : square(X, 24) <- .print("never").
+!context(X) : square(X, 25) <- .print("context").
