!start.

+!start
   <- G = g(1); !G; !G[with(2)]; !!G; .wait(20);
      B = b(1); +B; ?B; ++B; -B; .wait(20);
      T = t(X); +t(5); ?T; .print(X, T);
      A = .print("action"); A;
      F = act(north); F.
-!start[error(E), code(C)] <- .print(E, " ", C); !more.
+!more
   <- P = { .print("one"); .print("two") }; P; if (true) { P };
      Q = ~n(1); +Q; ?Q; .print(Q);
      R = ns::r(1); .print("not reached").
-!more[error(E)] <- .print(E); !rest.
+!rest
   <- ns::S = ns::r(2); +ns::S; ?ns::r(V); .print(V);
      U = 3; !U.
-!rest[error(E)] <- .print(E); !last.
+!last <- W = "text"; +W.
-!last[error(E)] <- .print(E); .stopMAS.
+!g(X)[with(Y)] <- .print("g ", X, " with ", Y).
+!g(X) <- .print("g ", X).
+b(X) <- .print("+b ", X).
-b(X) <- .print("-b ", X).
