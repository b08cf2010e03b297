!start.

+!start
  <- for (.member(Case, [
    length, length_check, length_check_fails, length_open, length_of_variable,
    length_of_number, length_of_atom, length_arguments, length_unify_not_number, nth,
    nth_check, nth_check_fails, nth_expression, nth_rounds, nth_search, nth_search_all,
    nth_search_string, nth_search_pattern, nth_search_none, nth_out_of_bounds, nth_negative,
    nth_first_wrong, nth_second_wrong, nth_second_variable, nth_arguments, member,
    member_fails, member_empty, member_first, member_all, member_pattern, member_joined,
    member_variables_inside, member_of_atom, member_of_variable, member_of_string,
    member_arguments, member_namespace, member_namespace_named, member_undoes, empty,
    empty_fails, empty_string_fails, empty_of_atom, empty_of_variable, empty_arguments,
    delete_term, delete_pattern, delete_pattern_shared, delete_variable, delete_absent,
    delete_empty, delete_position, delete_range, delete_number_is_a_position,
    delete_string_of_strings, delete_of_string, delete_of_string_position, delete_check,
    delete_check_fails, delete_in_atom, delete_wrong, delete_arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(length)
  <- .length([], A); .length([a,b,c], B); .length([a,[b,c]], C); .length("", D); .length("hello", E); .print([A,B,C,D,E]).
+!check(length_check) <- .length([a,b], 2); .print(yes).
+!check(length_check_fails) <- .length([a,b], 3).
+!check(length_open) <- .length([a,b|T], N); .print(N).
+!check(length_of_variable) <- .length(X, N).
+!check(length_of_number) <- .length(3, N).
+!check(length_of_atom) <- .length(abc, N).
+!check(length_arguments) <- .length([a], N, M).
+!check(length_unify_not_number) <- .length([a], x).
+!check(nth)
  <- .nth(0, [a,b,c], A); .nth(2, [a,b,c], B); .nth(1, "xyz", C); .print(A, " ", B, " ", C).
+!check(nth_check) <- .nth(1, [a,b,c], b); .print(yes).
+!check(nth_check_fails) <- .nth(1, [a,b,c], c).
+!check(nth_expression) <- I = 1; .nth(I+1, [a,b,c], X); .print(X).
+!check(nth_rounds) <- .nth(1.9, [a,b,c], X); .print(X).
+!check(nth_search) <- .nth(I, [a,b,a], a); .print(I).
+!check(nth_search_all)
  <- for (.nth(I, [a,b,a], a)) { .print(I) }; .findall(i(I,X), .nth(I, [a,b], X), L); .print(L).
+!check(nth_search_string) <- .findall(I, .nth(I, "banana", "a"), L); .print(L).
+!check(nth_search_pattern) <- .findall(p(I,X), .nth(I, [p(1),q(2),p(3)], p(X)), L); .print(L).
+!check(nth_search_none) <- .nth(I, [a,b], z).
+!check(nth_out_of_bounds) <- .nth(3, [a,b,c], X).
+!check(nth_negative) <- .nth(-1, [a,b,c], X).
+!check(nth_first_wrong) <- .nth(a, [a], X).
+!check(nth_second_wrong) <- .nth(0, a, X).
+!check(nth_second_variable) <- .nth(0, L, X).
+!check(nth_arguments) <- .nth(0, [a]).
+!check(member) <- .member(b, [a,b,c]); .print(yes).
+!check(member_fails) <- .member(z, [a,b,c]).
+!check(member_empty) <- .member(X, []).
+!check(member_first) <- .member(X, [a,b,c]); .print(X).
+!check(member_all)
  <- for (.member(X, [a,b,c])) { .print(X) }; .findall(X, .member(X, [a,b,a]), L); .print(L).
+!check(member_pattern)
  <- .findall(X, .member(p(X,2), [p(1,2), q(3,2), p(4,5), p(6,2)]), L); .print(L).
+!check(member_joined) : .member(X, [1,2,3]) & .member(Y, [2,3,4]) & X == Y & X > 2 <- .print(X).
+!check(member_variables_inside) <- .member(p(1), [q(A), p(B), p(C)]); .print(A, B, C).
+!check(member_of_atom) <- .member(X, abc).
+!check(member_of_variable) <- .member(X, L).
+!check(member_of_string) <- .member(X, "abc").
+!check(member_arguments) <- .member(X).
+!check(member_namespace) <- .member(X, [place::a]).
+!check(member_namespace_named) <- .member(place::X, [place::a, b]); .print(X).
+!check(member_undoes)
  <- .findall(p(A,B), .member(p(A,B), [p(1,X), p(X,2)]), L); .length(L, N); .print(N).
+!check(empty)
  <- .empty([]); .empty(""); .set.create(S); .empty(S); .map.create(M); .empty(M); .queue.create(Q); .empty(Q); .print(yes).
+!check(empty_fails) <- .empty([a]).
+!check(empty_string_fails) <- .empty("a").
+!check(empty_of_atom) <- .empty(a).
+!check(empty_of_variable) <- .empty(X).
+!check(empty_arguments) <- .empty.
+!check(delete_term) <- .delete(a, [a,b,a,c], L); .print(L).
+!check(delete_pattern) <- .delete(p(_), [p(1), q(2), p(3)], L); .print(L).
+!check(delete_pattern_shared) <- .delete(p(X,X), [p(1,1), p(1,2), p(3,3)], L); .print(L, X).
+!check(delete_variable) <- .delete(X, [a,b], L); .print(L, X).
+!check(delete_absent) <- .delete(z, [a,b], L); .print(L).
+!check(delete_empty) <- .delete(z, [], L); .print(L).
+!check(delete_position)
  <- .delete(0, [a,b,c], A); .delete(2, [a,b,c], B); .delete(7, [a,b,c], C); .print(A, B, C).
+!check(delete_range)
  <- .delete(1, 3, [a,b,c,d], A); .delete(0, 9, [a,b], B); .delete(2, 1, [a,b,c], C); .print(A, B, C).
+!check(delete_number_is_a_position) <- .delete(3, [3,4,5,3], L); .print(L).
+!check(delete_string_of_strings) <- .delete("a", ["a","b","a"], L); .print(L).
+!check(delete_of_string)
  <- .delete("a", "banana", S); .delete("[an]+", "banana", R); .print(S, " ", R).
+!check(delete_of_string_position)
  <- .delete(0, "hello", S); .delete(1, 3, "hello", R); .delete(9, "hello", T); .delete(2, 9, "hello", U); .print(S, " ", R, " ", T, " ", U).
+!check(delete_check) <- .delete(a, [a,b], [b]); .print(yes).
+!check(delete_check_fails) <- .delete(a, [a,b], [a]).
+!check(delete_in_atom) <- .delete("l", hello, S); .print(S).
+!check(delete_wrong) <- .delete(a, b, L).
+!check(delete_arguments) <- .delete(a, [a]).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
