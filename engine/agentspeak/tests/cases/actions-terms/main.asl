w(1)[note(n)].

!start.

+!start
  <- for (.member(Case, [
    copy, copy_ground, copy_list, copy_number, copy_check_fails, rename, rename_bound,
    rename_arguments, add_annot, add_annot_more, add_annot_twice, add_annot_list,
    add_annot_number, add_annot_negated, add_annot_check, add_annot_check_fails,
    add_annot_source, add_annot_leaves, add_annot_variable, add_annot_arguments, nested,
    nested_twice, nested_sources, nested_list, nested_number, nested_check_fails,
    nested_arguments, remove_source, remove_source_list, remove_source_belief,
    remove_source_number, src_info, src_info_body, src_info_number, src_info_arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(copy)
  <- .copy_term(p(X, X, Y), C); C = p(1, A, B); .print(A); if (.ground(X)) { .print(bound) } else { .print(unbound) }.
+!check(copy_ground) <- .copy_term(p(a)[b], C); .print(C).
+!check(copy_list)
  <- .copy_term([a, X], [A, B]); B = 2; .print(A); if (.ground(X)) { .print(bound) } else { .print(unbound) }.
+!check(copy_number) <- .copy_term(3, C); .print(C).
+!check(copy_check_fails) <- .copy_term(p(a), p(b)).
+!check(rename)
  <- .rename_apart(p(X, Y, X), p(A, B, C)); A = 1; .print(C); if (.ground(X)) { .print(bound) } else { .print(unbound) }.
+!check(rename_bound)
  <- X = p(Y); .rename_apart(X, Z); Z = p(5); .print(Z); if (.ground(Y)) { .print(bound) } else { .print(unbound) }.
+!check(rename_arguments) <- .rename_apart(p(X)).
+!check(add_annot) <- .add_annot(a, b, R); .print(R).
+!check(add_annot_more) <- .add_annot(p(1)[x], y(2), R); .print(R).
+!check(add_annot_twice) <- .add_annot(a[x], x, R); .print(R).
+!check(add_annot_list) <- .add_annot([a, p(2), [c]], z, R); .print(R).
+!check(add_annot_number) <- .add_annot(3, z, R); .add_annot("s", z, S); .print(R, S).
+!check(add_annot_negated) <- .add_annot(~a, z, R); .print(R).
+!check(add_annot_check) <- .add_annot(a, b, a[b]); .add_annot(a, b, a[b,c]); .print(yes).
+!check(add_annot_check_fails) <- .add_annot(a, b, c[b]).
+!check(add_annot_source) <- .add_annot(a, source(bob), R); .print(R).
+!check(add_annot_leaves) <- A = a[x]; .add_annot(A, y, R); .print(A, " ", R).
+!check(add_annot_variable) <- .add_annot(X, y, R); .print(yes).
+!check(add_annot_arguments) <- .add_annot(a, b).
+!check(nested) <- .add_nested_source(a, bob, R); .print(R).
+!check(nested_twice) <- .add_nested_source(a, bob, R); .add_nested_source(R, tom, S); .print(S).
+!check(nested_sources) <- .add_nested_source(a[source(x),source(y),k], bob, R); .print(R).
+!check(nested_list) <- .add_nested_source([a, b[source(x)], 3], bob, R); .print(R).
+!check(nested_number) <- .add_nested_source(3, bob, R); .print(R).
+!check(nested_check_fails) <- .add_nested_source(a, bob, b).
+!check(nested_arguments) <- .add_nested_source(a, bob).
+!check(remove_source) <- .remove_source_annot(a[source(x),k,source(y)], R); .print(R).
+!check(remove_source_list) <- .remove_source_annot([a[source(x)], 3, "s", b], R); .print(R).
+!check(remove_source_belief)
  <- ?w(X)[source(S)]; .findall(B, .belief(B) & w(_) = B, [F]); .remove_source_annot(F, R); .print(F, " ", R).
+!check(remove_source_number) <- .remove_source_annot(3, R); .print(R).
+!check(src_info) <- .get_src_info(p(1), R); .print(R).
+!check(src_info_body) <- .get_src_info({ !g(1) }, R); .print(R).
+!check(src_info_number) <- .get_src_info(3, R).
+!check(src_info_arguments) <- .get_src_info(a).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
