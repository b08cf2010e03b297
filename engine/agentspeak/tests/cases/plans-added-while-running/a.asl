!start.

@loop +!loop(N) : N < 3 <- .print("old ", N); if (N == 1) { .remove_plan(loop); .add_plan({ @loop +!loop(M) : M < 5 <- .print("new ", M); !loop(M + 1) }) }; !loop(N + 1); .print("back ", N).
+!loop(N) <- .print("ends at ", N).
+!start
   <- !loop(0);
      +{ +!fresh <- .print("fresh 1") }; +{ +!fresh <- .print("fresh 2") }; !fresh;
      +{ @q +?quest(X) <- X = 42 }; ?quest(A); .print(A);
      +{ +news(X) <- .print("news ", X) }; +news(1);
      +{ -!gone[error(E)] <- .print("handled ", E) }; !gone;
      .relevant_plans({ +!fresh }, L); .length(L, N); .print(N);
      .stopMAS.
