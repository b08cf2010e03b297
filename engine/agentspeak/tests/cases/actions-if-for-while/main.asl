b(1).
b(2).
b(3).

!start.

+!start
  <- for (.member(Case, [
    if_then, if_else, if_no_else, if_binds, if_empty, if_fails_inside, if_wrong_test,
    if_wrong_then, if_wrong_else, if_arguments, for_action, for_none, for_snapshot, for_bound,
    for_inner_variable, for_fails_inside, for_nested, for_failed_goal, for_wrong,
    for_arguments, while_action, while_binds, while_inner_variable, while_none, while_outer,
    while_wrong, while_arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(if_then) <- .if_then_else(b(X) & X > 1, { .print("then ", X) }); .print("bound ", X).
+!check(if_else) <- .if_then_else(b(9), { .print(then) }, { .print("else") }).
+!check(if_no_else) <- .if_then_else(b(9), { .print(then) }); .print(after).
+!check(if_binds) <- if (b(X)) { Y = X * 10 }; .print(X, " ", Y).
+!check(if_empty) <- if (b(1)) { }; .print(after).
+!check(if_fails_inside) <- if (b(1)) { .fail(error_msg("inside")) }; .print(never).
+!check(if_wrong_test) <- .if_then_else(3, { .print(then) }).
+!check(if_wrong_then) <- .if_then_else(b(1), a).
+!check(if_wrong_else) <- .if_then_else(b(1), { .print(then) }, a).
+!check(if_arguments) <- .if_then_else(b(1)).
+!check(for_action)
  <- .foreach(b(X), { .print(X) }); if (.ground(X)) { .print(bound) } else { .print(unbound) }.
+!check(for_none) <- for (b(9)) { .print(never) }; .print(after).
+!check(for_snapshot) <- for (b(X)) { -b(X); +b(X + 10) }; .findall(X, b(X), L); .print(L).
+!check(for_bound) <- X = 12; for (b(X)) { .print(X) }.
+!check(for_inner_variable)
  <- for (b(X)) { Y = X; .print(Y) }; if (.ground(Y)) { .print(bound) } else { .print(unbound) }.
+!check(for_fails_inside)
  <- for (b(X)) { .print(X); if (X == 12) { .fail(error_msg("at 12")) } }; .print(never).
+!check(for_nested) <- for (.member(X, [1,2])) { for (.member(Y, [a,b])) { .print(X, Y) } }.
+!check(for_failed_goal) <- for (.member(X, [1,2,3])) { !try(X) }; .print(after).
+!check(for_wrong) <- .foreach(3, { .print(a) }).
+!check(for_arguments) <- .foreach(b(1)).
+!check(while_action) <- -+n(0); .loop(n(X) & X < 3, { -+n(X + 1) }); ?n(Y); .print(Y).
+!check(while_binds)
  <- -+n(0); while (n(X) & X < 3) { .print(X); -+n(X + 1) }; if (.ground(X)) { .print(bound) } else { .print(unbound) }.
+!check(while_inner_variable)
  <- -+n(0); while (n(X) & X < 2) { Y = X; .print(Y); -+n(X + 1) }; .print(after).
+!check(while_none) <- while (b(99)) { .print(never) }; .print(after).
+!check(while_outer) <- M = 2; -+n(0); while (n(X) & X < M) { -+n(X + 1) }; .print(M).
+!check(while_wrong) <- .loop(b(1), a).
+!check(while_arguments) <- .loop(b(1)).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

+!try(2) <- .fail.
+!try(X) <- .print(X).
-!try(X) <- .print("failed ", X).
