!start.

+!start
   <- .relevant_plans({ +!start }, L); .length(L, N); .print(N);
      T = { +!g(1) }; .print(T);
      .print({ +b }, " ", { -!g }, " ", { +?t(X) }, " ", { -b(Y)[source(self)] });
      .stopMAS.
