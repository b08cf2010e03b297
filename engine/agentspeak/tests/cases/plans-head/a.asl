!start.

+!start
   <- !g(1, 1); !g(1, 2); !g([1, 2, 3], x); !g("s", 1); !g(f(A, b), q); .print(A);
      !h(Out); .print(Out);
      !i[mark(7)]; !i;
      !j(k(Z)); .print(Z);
      .stopMAS.
+!g(X, X) <- .print("same ", X).
+!g([H|T], Y) <- .print(H, T, Y).
+!g("s", _) <- .print("string s").
+!g(f(X, Y), _) <- .print("f ", Y); X = here.
+!g(X, Y) <- .print(X, " and ", Y).
+!h(result(1, [two])).
+!i[mark(M)] <- .print("mark ", M).
+!i <- .print("no mark").
+!j(k(V)) <- V = bound.
