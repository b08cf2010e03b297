// A plan that is there already, whatever it is called, has one source more.
!start.
+!start
  <- .add_plan({+!g <- .print(g)}); .add_plan({+!g <- .print(g)}); .add_plan({@other +!g <- .print(g)}, bob);
     .relevant_plans({+!g}, L); .print(L);
     .add_plan({@lab +!h <- .print(h)}); .add_plan({+!h <- .print(h)}, bob); .add_plan("+!h <- .print(h).", eve);
     .relevant_plans({+!h}, L2); .print(L2);
     .remove_plan(lab, bob); .relevant_plans({+!h}, L3); .print(L3);
     .remove_plan(lab); .relevant_plans({+!h}, L4); .print(L4);
     .remove_plan(lab, eve); .relevant_plans({+!h}, L5); .print(L5);
     .add_plan({+!own <- .print(own)}, bob); .relevant_plans({+!own}, L6); .print(L6);
     .add_plan({@lab +!i <- .print(i)}); .add_plan({@lab +!i <- .print(j)}).
-!start[error(E), error_msg(M)] <- .print(E, " ", M); .stopMAS.
+!own <- .print(own).
