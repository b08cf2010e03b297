!start.
+!start <- for (.member(X, [1,2,3,4,5,6])) { !try(X) }; .stopMAS.
+!try(1) <- .add_plan({@a1 +!g1}); .remove_plan("a1", self); .print(a1).
+!try(2) <- .add_plan({@a2 +!g2}); .remove_plan(["a2"], self); .print(a2).
+!try(3) <- .add_plan({@a3 +!g3}); .remove_plan(["a3"]); .print(a3).
+!try(4) <- .add_plan({@a4 +!g4}); .remove_plan([a4], self); .print(a4); .relevant_plans({+!g4}, L); .print(L).
+!try(5) <- .add_plan({@a5 +!g5}); .plan_label(P, a5); .remove_plan(P, self); .print(a5); .relevant_plans({+!g5}, L); .print(L).
+!try(6) <- .remove_plan(3, self).
-!try(N)[error(E), error_msg(M)] <- .print(N, E, M); .relevant_plans({+!g1}, L1); .relevant_plans({+!g2}, L2); .relevant_plans({+!g3}, L3); .relevant_plans({+!g5}, L5);  .print(L1, L2, L3, L5).
