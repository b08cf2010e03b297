what(T, L) :- .findall(K, .type(T, K), L).

!start.

+!start
  <- for (.member(Case, [
    atom, atom_namespace, atom_of_variable, ground, ground_is_a_state, list, literal, number,
    string, structure, internal_action, type_all, type_open, type_of_variable,
    type_of_containers, type_first, type_known, type_fails, atom_fails, list_fails,
    arguments_0, arguments_2, arguments_type, arguments_ground, arguments_list,
    arguments_literal, arguments_string, arguments_structure, arguments_internal_action
     ])) { !check(Case) };
     .stopMAS.

+!check(atom)
  <- for (.member(T, [a, 'Quoted', p(1), ~a, a[b], "s", 3, -2.5, [], [1], x::a])) { if (.atom(T)) { .print(T, " yes") } else { .print(T, " no") } }.
+!check(atom_namespace) <- .atom(place::a); .literal(place::p(1)); .print(yes).
+!check(atom_of_variable) <- .atom(X).
+!check(ground)
  <- for (.member(T, [a, p(1), p(q([1,2]))])) { .ground(T); .print(T) }; .eval(false, .ground(X)); .eval(false, .ground(p(X))); .eval(false, .ground([1,X])); .eval(false, .ground([1|X])); .eval(false, .ground(p(a)[b(X)])); .print(not_ground).
+!check(ground_is_a_state)
  <- X = p(Y); if (.ground(X)) { .print(before) }; Y = 2; if (.ground(X)) { .print(after) }.
+!check(list)
  <- .list([]); .list([a]); .list([a|T]); .eval(false, .list("a")); .eval(false, .list(a)); .eval(false, .list(L)); .print(lists).
+!check(literal)
  <- for (.member(T, [a, p(1), ~a, a[b], "s", 3, [], [1], {!g}, {+!g <- true}])) { if (.literal(T)) { .print(T, " yes") } else { .print(T, " no") } }; if (.literal(V)) { .print("variable yes") } else { .print("variable no") }.
+!check(number)
  <- .number(3); .number(-2.5); .number(1+2); X = 3*2; .number(X); .eval(false, .number("3")); .eval(false, .number(a)); .eval(false, .number(Y)); .print(numbers).
+!check(string)
  <- .string("a"); .string(""); .eval(false, .string(a)); .eval(false, .string(3)); .eval(false, .string(['a'])); .eval(false, .string(S)); .print(strings).
+!check(structure)
  <- for (.member(T, [a, p(1), ~a, a[b], "s", 3, [], [1], {!g}])) { if (.structure(T)) { .print(T, " yes") } else { .print(T, " no") } }; if (.structure(V)) { .print("variable yes") } else { .print("variable no") }.
+!check(internal_action)
  <- for (.member(T, [.print(1), .length([1],2), a, p(1), "s", 3])) { if (.internal_action(T)) { .print(T, " yes") } else { .print(T, " no") } }.
+!check(type_all)
  <- for (.member(T, [a, p(1), ~a, a[b], "s", 3, 2+1, [], [1], {!g}, {+!g <- true}, .print(1)])) { ?what(T, L); .print(T, " ", L) }.
+!check(type_open) <- ?what(p(_), A); ?what([_], B); ?what(p(a)[x(_)], C); .print(A, B, C).
+!check(type_of_variable) <- ?what(V, L); .print(L).
+!check(type_of_containers)
  <- .set.create(S); .map.create(M); .queue.create(Q); ?what(S, A); ?what(M, B); ?what(Q, C); .print(A, B, C).
+!check(type_first) <- .type(a, T); .print(T).
+!check(type_known)
  <- .type(3, number); .type(3, ground); .eval(false, .type(3, atom)); .eval(false, .type(3, nonsense)); .print(known).
+!check(type_fails) <- .type(3, atom).
+!check(atom_fails) <- .atom(3).
+!check(list_fails) <- .list(3).
+!check(arguments_0) <- .atom.
+!check(arguments_2) <- .number(1, 2).
+!check(arguments_type) <- .type(1).
+!check(arguments_ground) <- .ground(1, 2).
+!check(arguments_list) <- .list.
+!check(arguments_literal) <- .literal(a, b).
+!check(arguments_string) <- .string("a", "b").
+!check(arguments_structure) <- .structure(a, b).
+!check(arguments_internal_action) <- .internal_action(a, b).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
