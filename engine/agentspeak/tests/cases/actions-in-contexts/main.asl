b(1).
b(2).
b(3).
index(X, L, I) :- .nth(I, L, X).
small(X) :- b(X) & .member(X, [1,2]).
text(T) :- .concat("a", "b", T).
broken(X) :- .member(X, abc).
broken(9).
last(L, X) :- .length(L, N) & .nth(N - 1, L, X).
none(L) :- not .member(_, L).
pairs(X, Y) :- .range(X, 1, 3) & .range(Y, X, 3).

!start.

+!start
  <- for (.member(Case, [
    rule, rule_joined, rule_text, rule_last, rule_last_empty, rule_negated, rule_negated_fails,
    rule_nested, refused_is_no_solution, refused_negated, exception_negated,
    too_many_arguments, context_binds, context_first, context_or, test_goal, test_goal_fails,
    if_binds, for_joined, for_not, while_action, half_bound, body_takes_first, body_binds_once,
    body_or, side_effect, fail_in_context, fail_in_context_with_reason
     ])) { !check(Case) };
     .stopMAS.

+!check(rule) <- .findall(I, index(a, [a,b,a], I), L); .print(L).
+!check(rule_joined) <- .findall(X, small(X), L); .print(L).
+!check(rule_text) <- ?text(T); .print(T).
+!check(rule_last) <- ?last([a,b,c], X); .print(X).
+!check(rule_last_empty) <- ?last([], X); .print(X).
+!check(rule_negated) <- ?none([]); .print(yes).
+!check(rule_negated_fails) <- ?none([a]).
+!check(rule_nested) <- .findall(p(X,Y), pairs(X, Y), L); .print(L).
+!check(refused_is_no_solution) <- .findall(X, broken(X), L); .print(L).
+!check(refused_negated) : not .member(1, abc) <- .print(yes).
+!check(exception_negated) : not .nth(5, [a], _) <- .print(yes).
+!check(too_many_arguments) : not .member(1, [1], 2) <- .print(yes).
+!check(context_binds) : b(X) & X > 1 & .concat("b", X, S) <- .print(X, S).
+!check(context_first) : .member(X, [4,5,6]) & X > 4 <- .print(X).
+!check(context_or) : .member(X, []) | .range(X, 7, 9) <- .print(X).
+!check(test_goal) <- ?(.member(X, [1,2,3]) & X > 2); .print(X).
+!check(test_goal_fails) <- ?(.member(X, [1,2,3]) & X > 5).
+!check(if_binds) <- if (.member(X, [1,2,3]) & X > 1) { .print(X) }; .print(X).
+!check(for_joined) <- for (.member(X, [1,2]) & .member(Y, [a,b])) { .print(X, Y) }.
+!check(for_not) <- for (b(X) & not .member(X, [2])) { .print(X) }.
+!check(while_action)
  <- -+left([1,2,3]); while (left(L) & .length(L, N) & N > 0) { .nth(0, L, H); .print(H); .delete(0, L, R); -+left(R) }.
+!check(half_bound)
  <- if (.date(Y, 99, D)) { .print(never) } else { if (.ground(Y)) { .print(bound) } else { .print(unbound) } }.
+!check(body_takes_first) <- .member(X, [1,2,3]); if (X > 1) { .print(never) } else { .print(X) }.
+!check(body_binds_once) <- X = 2; .member(X, [1,2,3]); .print(X).
+!check(body_or) <- .member(X, []) | .member(X, [5]); .print(X).
+!check(side_effect) : .asserta(made(1)) & .print("printed in a context")
  <- .count(made(_), N); .print(N).
+!check(fail_in_context) : not .fail <- .print(yes).
+!check(fail_in_context_with_reason) : not .fail(reason(x)) <- .print(yes).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
