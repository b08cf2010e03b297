!start.

+!start
   <- P = { +!g(X) : X > 0 & p(X) <- .print(X); !h };
      .print(P);
      if (P = { +!g(A) : C <- B }) { .print(A, " ", C, " ", B) } else { .print("does not unify") };
      .print({ +!a }, " ", { @l +!a <- true }, " ", { +b : c });
      .print({ -!g[error(E)] <- true });
      .print({ +?q(Y) : not r(Y) | s <- ?r(Y); !!t; -+u(1); if (v) { w } else { x }; .print("s") });
      .stopMAS.
