b(3).
b(1).
b(2).
b(1).
pair(1, x)[s(a)].
pair(2, y)[s(b)].
pair(3, x).
double(X, Y) :- b(X) & Y = X * 2.

!start.

+!start
  <- for (.member(Case, [
    findall, findall_template, findall_expression, findall_formula, findall_rule, findall_none,
    findall_bound, findall_outer, findall_leaves_unbound, findall_nested, findall_check,
    findall_check_fails, findall_pattern, findall_annotation, findall_free_template,
    findall_constant, findall_variable_formula, findall_self, findall_wrong,
    findall_wrong_string, findall_arguments, setof, setof_kinds, setof_none, setof_check_fails,
    setof_wrong, setof_arguments, count, count_check, count_check_fails, count_bound,
    count_wrong, count_arguments, count_function, count_function_context, eval, eval_check,
    eval_check_fails, eval_leaves_unbound, eval_compare, eval_wrong, eval_arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(findall) <- .findall(X, b(X), L); .print(L).
+!check(findall_template) <- .findall(p(X, k), b(X), L); .print(L).
+!check(findall_expression) <- .findall(X + 1, b(X), L); .print(L).
+!check(findall_formula)
  <- .findall(X, b(X) & X > 1, L); .findall(X, b(X) | pair(_, X), M); .findall(X, b(X) & not pair(X, x), N); .print(L, M, N).
+!check(findall_rule) <- .findall(Y, double(_, Y), L); .print(L).
+!check(findall_none) <- .findall(X, nothing(X), L); .print(L).
+!check(findall_bound) <- X = 1; .findall(X, b(X), L); .print(L).
+!check(findall_outer) <- K = x; .findall(N, pair(N, K), L); .print(L).
+!check(findall_leaves_unbound)
  <- .findall(X, b(X), L); if (.ground(X)) { .print(bound) } else { .print(unbound) }.
+!check(findall_nested)
  <- .findall(p(X,L), b(X) & .findall(N, pair(N, _) & N >= X, L), R); .print(R).
+!check(findall_check) <- .findall(X, b(X), [2,1,3]); .print(yes).
+!check(findall_check_fails) <- .findall(X, b(X), [1]).
+!check(findall_pattern) <- .findall(X, b(X), [F|_]); .print(F).
+!check(findall_annotation) <- .findall(A, pair(_, _)[s(A)], L); .print(L).
+!check(findall_free_template) <- .findall(Z, b(_), L); .length(L, N); .print(N).
+!check(findall_constant) <- .findall(k, b(_), L); .print(L).
+!check(findall_variable_formula) <- F = b(X); .findall(X, F, L); .print(L).
+!check(findall_self) <- .findall(B, .belief(B) & b(_) = B, L); .print(L).
+!check(findall_wrong) <- .findall(X, 3, L); .print(L).
+!check(findall_wrong_string) <- .findall(X, "s", L).
+!check(findall_arguments) <- .findall(X, b(X)).
+!check(setof) <- .setof(X, b(X) | X = 7, L); .setof(Y, pair(_, Y), M); .print(L, M).
+!check(setof_kinds) <- .setof(X, .member(X, [c, "s", 2, a, [z], c, 1, p(1)]), L); .print(L).
+!check(setof_none) <- .setof(X, nothing(X), L); .print(L).
+!check(setof_check_fails) <- .setof(X, .member(X, [2,1]), [2,1]).
+!check(setof_wrong) <- .setof(X, "s", L).
+!check(setof_arguments) <- .setof(X, b(X)).
+!check(count)
  <- .count(b(_), N); .count(pair(_, x), M); .count(nothing, Z); .count(pair(_, _) & b(_), P); .print([N,M,Z,P]).
+!check(count_check) <- .count(pair(_, x), 2); .print(yes).
+!check(count_check_fails) <- .count(pair(_, x), 3).
+!check(count_bound) <- X = x; .count(pair(_, X), N); .print(N).
+!check(count_wrong) <- .count("s", N).
+!check(count_arguments) <- .count(b(_), N, M).
+!check(count_function) <- X = .count(b(_)) + 1; .print(X).
+!check(count_function_context) : .count(pair(_, _)) > 2 <- .print(yes).
+!check(eval) <- .eval(X, b(3) & not b(9)); .eval(Y, b(9)); .print(X, Y).
+!check(eval_check) <- .eval(true, 1 < 2); .eval(false, 2 < 1); .print(yes).
+!check(eval_check_fails) <- .eval(true, 2 < 1).
+!check(eval_leaves_unbound)
  <- .eval(R, b(X)); .print(R); if (.ground(X)) { .print(bound) } else { .print(unbound) }.
+!check(eval_compare) <- A = 2; .eval(X, A > 1 & A < 5 | A == 9); .print(X).
+!check(eval_wrong) <- .eval(X, "s").
+!check(eval_arguments) <- .eval(X).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
