!start.

+!start
  <- for (.member(Case, [
    add_text, add_term, add_label, add_list, add_end, add_begin, add_source, add_same_label,
    add_variables, add_syntax_error, add_not_plan, add_number, add_arguments, remove,
    remove_list, remove_unknown, remove_source, remove_source_right, remove_string,
    remove_plan_term, remove_number, remove_arguments, label, label_of_plan, label_fails,
    label_all, label_both_bound, label_arguments, relevant, relevant_printed, relevant_labels,
    relevant_unify, relevant_text, relevant_belief, relevant_none, relevant_bad, relevant_atom,
    relevant_check_fails, relevant_arguments, relevant_one, relevant_one_all,
    relevant_one_trigger, relevant_one_fails, relevant_one_bad
     ])) { !check(Case) };
     .stopMAS.

+!check(add_text) <- .add_plan("+!t1(X) : X > 0 <- .print(\"t1 \", X)."); !t1(5).
+!check(add_term) <- .add_plan({ +!t2(X) <- .print("t2 ", X) }); !t2(5).
+!check(add_label) <- .add_plan({ @lab3 +!t3 <- .print(t3) }); .plan_label(P, lab3); .print(P).
+!check(add_list) <- .add_plan([{ +!t4 <- .print(t4) }, "+!t5 <- .print(t5)."]); !t4; !t5.
+!check(add_end)
  <- .add_plan({ +!t6 <- .print(first) }); .add_plan({ +!t6 <- .print(second) }); !t6.
+!check(add_begin)
  <- .add_plan({ +!t7 <- .print(first) }); .add_plan({ +!t7 <- .print(second) }, self, begin); !t7.
+!check(add_source)
  <- .add_plan({ @lab8 +!t8 <- .print(t8) }, bob); .plan_label(P, lab8); .print(P); !t8.
+!check(add_same_label)
  <- .add_plan({ @lab9 +!t9 <- .print(one) }); .add_plan({ @lab9 +!t9 <- .print(two) }); !t9.
+!check(add_variables) <- V = 3; .add_plan({ +!t10(X) <- .print(V, X) }); !t10(4).
+!check(add_syntax_error) <- .add_plan("+!x <- .").
+!check(add_not_plan) <- .add_plan(abc).
+!check(add_number) <- .add_plan(3).
+!check(add_arguments) <- .add_plan.
+!check(remove) <- .add_plan({ @rem1 +!r1 <- .print(r1) }); .remove_plan(rem1); !r1.
+!check(remove_list)
  <- .add_plan({ @rem2 +!r2 <- .print(r2) }); .add_plan({ @rem3 +!r3 <- .print(r3) }); .remove_plan([rem2, rem3]); .relevant_plans({+!r2}, L); .relevant_plans({+!r3}, M); .print(L, M).
+!check(remove_unknown) <- .remove_plan(no_such); .print(yes).
+!check(remove_source) <- .add_plan({ @rem4 +!r4 <- .print(r4) }, bob); .remove_plan(rem4); !r4.
+!check(remove_source_right)
  <- .add_plan({ @rem5 +!r5 <- .print(r5) }, bob); .remove_plan(rem5, bob); .relevant_plans({+!r5}, L); .print(L).
+!check(remove_string)
  <- .add_plan({ @rem6 +!r6 <- .print(r6) }); .remove_plan("@rem6"); .relevant_plans({+!r6}, L); .print(L).
+!check(remove_plan_term) <- .plan_label(P, gone); .remove_plan(P); .plan_label(_, gone).
+!check(remove_number) <- .remove_plan(3).
+!check(remove_arguments) <- .remove_plan.
+!check(label) <- .plan_label(P, plain); .print(P).
+!check(label_of_plan) <- .plan_label(P, known); .plan_label(P, L); .print(L).
+!check(label_fails) <- .plan_label(P, unknown_label).
+!check(label_all) <- .findall(x, .plan_label(_, _), L); .length(L, N); N > 8; .print(many).
+!check(label_both_bound) <- .plan_label(P, known); .plan_label(P, known); .print(yes).
+!check(label_arguments) <- .plan_label(P).
+!check(relevant) <- .relevant_plans({ +!many(_) }, L); .length(L, N); .print(N).
+!check(relevant_printed) <- .relevant_plans({ +!plain }, L); .print(L).
+!check(relevant_labels) <- .relevant_plans({ +!many(_) }, _, L); .print(L).
+!check(relevant_unify) <- .relevant_plans({ +!many(2) }, _, L); .print(L).
+!check(relevant_text) <- .relevant_plans("+!many(_)", _, L); .print(L).
+!check(relevant_belief)
  <- .relevant_plans({ +event(_) }, _, L); .relevant_plans({ -!many(_) }, _, M); .print(L, M).
+!check(relevant_none) <- .relevant_plans({ +!nobody }, L); .print(L).
+!check(relevant_bad) <- .relevant_plans(3, L).
+!check(relevant_atom) <- .relevant_plans(abc, L); .print(L).
+!check(relevant_check_fails) <- .relevant_plans({ +!many(_) }, []).
+!check(relevant_arguments) <- .relevant_plans({ +!many(_) }).
+!check(relevant_one) <- .relevant_plan({ +!many(_) }, P); .print(P).
+!check(relevant_one_all)
  <- .findall(L, .relevant_plan({ +!many(_) }, P) & .plan_label(P, L), R); .print(R).
+!check(relevant_one_trigger) <- .plan_label(P, m2); .relevant_plan(T, P); .print(T).
+!check(relevant_one_fails) <- .relevant_plan({ +!nobody }, P).
+!check(relevant_one_bad) <- .relevant_plan(3, P).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

@known +!known(X) : X > 1 <- .print(known); !other(X).
@plain[k] +!plain : b & not c <- .print(known); !other(1).
@gone +!gone <- true.
@m1 +!many(1) <- .print(one).
@m2[k] +!many(2) : true <- .print(two).
@m3 +!many(X) : X > 2 & not (X == 3) <- .print(X).
@ev +event(X) <- .print(X).
