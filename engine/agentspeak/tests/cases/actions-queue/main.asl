!start.

+!start
  <- for (.member(Case, [
    create, print, create_bound, add, add_all, head, head_check_fails, head_of_empty, remove,
    remove_of_empty, remove_check_fails_and_removes, priority, priority_kinds, copy, clear,
    length, member, member_fails, shared, not_created, to_list_check_fails
     ])) { !check(Case) };
     .stopMAS.

+!check(create) <- .queue.create(Q); .print(Q).
+!check(print) <- .queue.create(Q); .queue.add_all(Q, [a,"b"]); .print(Q).
+!check(create_bound) <- .queue.create(a).
+!check(add)
  <- .queue.create(Q); .queue.add(Q, b); .queue.add(Q, a); .queue.add(Q, b); .queue.to_list(Q, L); .print(L).
+!check(add_all) <- .queue.create(Q); .queue.add_all(Q, [c,a,b]); .queue.to_list(Q, L); .print(L).
+!check(head)
  <- .queue.create(Q); .queue.add_all(Q, [c,a]); .queue.head(Q, X); .queue.head(Q, Y); .print(X, Y).
+!check(head_check_fails) <- .queue.create(Q); .queue.add_all(Q, [c,a]); .queue.head(Q, a).
+!check(head_of_empty) <- .queue.create(Q); .queue.head(Q, X).
+!check(remove)
  <- .queue.create(Q); .queue.add_all(Q, [c,a,b]); .queue.remove(Q, X); .queue.remove(Q, Y); .queue.to_list(Q, L); .print(X, Y, L).
+!check(remove_of_empty) <- .queue.create(Q); .queue.remove(Q, X).
+!check(remove_check_fails_and_removes)
  <- .queue.create(Q); .queue.add_all(Q, [c,a]); if (.queue.remove(Q, z)) { .print(never) }; .queue.to_list(Q, L); .print(L).
+!check(priority)
  <- .queue.create(Q, priority); .queue.add_all(Q, [d(3,x), d(1,y), d(2,z)]); .queue.remove(Q, A); .queue.remove(Q, B); .queue.remove(Q, C); .print(A, B, C).
+!check(priority_kinds)
  <- .queue.create(Q, priority); .queue.add_all(Q, ["s", b, 2, [a], 1]); .queue.remove(Q, A); .queue.remove(Q, B); .queue.remove(Q, C); .queue.remove(Q, D); .queue.remove(Q, E); .print([A,B,C,D,E]).
+!check(copy)
  <- .queue.create(Q); .queue.add(Q, a); .queue.copy(Q, R); .queue.add(Q, b); .queue.to_list(Q, L); .queue.to_list(R, M); .print(L, M).
+!check(clear)
  <- .queue.create(Q); .queue.add(Q, a); .queue.clear(Q); .queue.to_list(Q, L); .print(L); .empty(Q).
+!check(length) <- .queue.create(Q); .queue.add_all(Q, [a,b]); .length(Q, N); .print(N).
+!check(member)
  <- .queue.create(Q); .queue.add_all(Q, [c,a,b]); for (.member(X, Q)) { .print(X) }; .member(b, Q); .print(has_b).
+!check(member_fails) <- .queue.create(Q); .queue.add_all(Q, [c,a,b]); .member(z, Q).
+!check(shared)
  <- .queue.create(Q); +holds(Q); ?holds(R); .queue.add(R, a); .queue.to_list(Q, L); .print(L); -holds(_).
+!check(not_created) <- .queue.add(Q, a).
+!check(to_list_check_fails)
  <- .queue.create(Q); .queue.add_all(Q, [a,b]); .queue.to_list(Q, [b,a]).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
