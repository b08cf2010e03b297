say("a \"b\" c").
!start.

+!start
   <- ?say(X); .print(X); .print(say(X)); .length(X, N); .print(N);
      !g("x\ty"); +t("line\nbreak"); ?t(T); .print([T]);
      .concat("<", X, ">", C); .print(C);
      if ("a \"b\" c" == X) { .print("equal") };
      .stopMAS.
+!g("x\ty") <- .print("tab").
