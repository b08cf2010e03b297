!start.

+!start
  <- for (.member(Case, [
    create, create_bound, create_twice, add, add_creates, add_kinds, add_result, add_to_atom,
    add_evaluates, add_unbound, add_all, add_all_set, add_all_atom, remove, remove_pattern,
    union, intersection, difference, union_atom, no_arguments, operations_with_sets, shared,
    shared_goal, shared_belief, copy, to_list, to_list_check, to_list_fails, clear, member,
    member_fails, member_pattern, length, equal, undone_binding
     ])) { !check(Case) };
     .stopMAS.

+!check(create) <- .set.create(S); .print(S).
+!check(create_bound) <- .set.create(a).
+!check(create_twice) <- .set.create(S); .set.create(S).
+!check(add) <- .set.create(S); .set.add(S, b); .set.add(S, a); .set.add(S, b); .print(S).
+!check(add_creates) <- .set.add(S, a); .print(S).
+!check(add_kinds)
  <- .set.create(S); for (.member(T, [q(1), "s", 3, [b], a, ~a, p, a[x], -1])) { .set.add(S, T) }; .print(S).
+!check(add_result) <- .set.create(S); .set.add(S, a); .set.add(S, a); .print(always).
+!check(add_to_atom) <- .set.add(a, b).
+!check(add_evaluates) <- .set.create(S); .set.add(S, 1+2); .set.add(S, 3); .print(S).
+!check(add_unbound) <- .set.create(S); .set.add(S, X); .length(S, N); .print(N).
+!check(add_all) <- .set.create(S); .set.add_all(S, [c,a,b,a]); .print(S).
+!check(add_all_set)
  <- .set.create(S); .set.add_all(S, [b]); .set.create(T); .set.add_all(T, [a,c]); .set.add_all(S, T); .print(S, T).
+!check(add_all_atom) <- .set.create(S); .set.add_all(S, a).
+!check(remove)
  <- .set.create(S); .set.add_all(S, [a,b]); .set.remove(S, a); .set.remove(S, z); .print(S).
+!check(remove_pattern)
  <- .set.create(S); .set.add_all(S, [p(1),p(2)]); .set.remove(S, p(_)); .print(S).
+!check(union) <- .set.create(S); .set.add_all(S, [a,b]); .set.union(S, [c,b]); .print(S).
+!check(intersection)
  <- .set.create(S); .set.add_all(S, [a,b,c]); .set.intersection(S, [c,b,z]); .print(S).
+!check(difference)
  <- .set.create(S); .set.add_all(S, [a,b,c]); .set.difference(S, [c,z]); .print(S).
+!check(union_atom) <- .set.create(S); .set.union(S, a).
+!check(no_arguments) <- .set.add.
+!check(operations_with_sets)
  <- .set.add_all(S, [a,b,c]); .set.add_all(T, [b,c,d]); .set.union(S, T); .print(S); .set.difference(S, T); .print(S); .set.intersection(S, T); .print(S, T).
+!check(shared) <- .set.create(S); T = S; .set.add(T, a); .print(S).
+!check(shared_goal) <- .set.create(S); !fill(S); .print(S).
+!check(shared_belief)
  <- .set.create(S); +holds(S); .set.add(S, a); ?holds(T); .set.add(T, b); .print(S, T); -holds(_).
+!check(copy) <- .set.create(S); .set.add(S, a); .set.copy(S, T); .set.add(S, b); .print(S, T).
+!check(to_list)
  <- .set.create(S); .set.add_all(S, [c,a,b]); .set.to_list(S, L); .print(L); .list(L).
+!check(to_list_check)
  <- .set.create(S); .set.add_all(S, [2,1]); .set.to_list(S, [1,2]); .print(yes).
+!check(to_list_fails) <- .set.create(S); .set.add_all(S, [2,1]); .set.to_list(S, [2,1]).
+!check(clear) <- .set.create(S); .set.add(S, a); .set.clear(S); .print(S); .empty(S).
+!check(member)
  <- .set.create(S); .set.add_all(S, [c,a,b]); for (.member(X, S)) { .print(X) }; .member(b, S); .print(has_b).
+!check(member_fails) <- .set.create(S); .set.add_all(S, [c,a,b]); .member(z, S).
+!check(member_pattern)
  <- .set.create(S); .set.add_all(S, [p(2),q,p(1)]); .findall(X, .member(p(X), S), L); .print(L).
+!check(length) <- .set.create(S); .set.add_all(S, [c,a,b]); .length(S, N); .print(N).
+!check(equal)
  <- .set.create(S); .set.create(T); .set.add_all(S, [a,b]); .set.add_all(T, [b,a]); if (S == T) { .print(equal) }; if (S = T) { .print(unify) }.
+!check(undone_binding) : .set.create(S) & .set.add(S, x) <- .print(S).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

+!fill(S) <- .set.add(S, x); .set.add(S, y).
