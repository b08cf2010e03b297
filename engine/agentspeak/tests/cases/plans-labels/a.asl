!start.

@first +!g(1) <- .print("one").
@second[some(annot), other] +!g(2) : true <- .print("two").
@[atomic] +!g(3) <- .print("three").
+!g(4) <- .print("four").

+!start
   <- for (.range(I, 1, 4)) { !g(I) };
      .plan_label(P, first); .print(P);
      .plan_label(Q, second); .print(Q);
      .relevant_plans({ +!g(_) }, L, Labels); .length(L, N); .print(N);
      .stopMAS.
