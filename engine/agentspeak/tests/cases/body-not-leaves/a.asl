// What `not` asks and unifies at first stays bound, also where it holds inside.
p(1). p(2).
r(X) :- not X = a.
!start.
+!start <- !a(X1); !b; !c; !d; !e; !g; !h; !i; !j; !k; !l; !m; !n; !o; .stopMAS.
+!a(X) <- if (not X = a) { .print(yes) } else { .print(no, X) }; .print(X).
+!b <- if (not (Y = a & p(Y))) { .print(yes, Y) } else { .print(no) }; .print(Y).
+!c <- if (not (Y = 1 & p(Y))) { .print(yes, Y) } else { .print(no) }; .print(Y).
+!d <- if (not p(Y)) { .print(yes, Y) } else { .print(no) }; .print(Y).
+!e <- if (not not_there(Y) & not Z = 3) { .print(yes, Y) } else { .print(no) }; .print(Y, Z).
+!g <- if (X = 3 & not Y = 4) { .print(yes) } else { .print(no, X, Y) }; .print(X, Y).
+!h <- if (p(X) & not Y = X) { .print(yes) } else { .print(no, X, Y) }; .print(X, Y).
+!i <- if (not .my_name(X)) { .print(yes) } else { .print(no, X) }; .print(X).
+!j <- if (not (not X = 1)) { .print(yes, X) } else { .print(no, X) }; .print(X).
+!k <- while (not X = b & not done) { .print(x); +done }; .print(X).
+!l <- if (r(X)) { .print(yes) } else { .print(no, X) }; .print(X).
+!m : not U = a <- .print(never, U).
+!m : not (U = a & 1 > 2) <- .print(m, U).
+!n <- .findall(X, not X = c, L); .print(L, X).
+!o <- if (not [H|T] = [1,2,3]) { .print(yes) } else { .print(no, H, T) }; if (not (A = 1 & B = 2 & A > B)) { .print(A, B) }.
