all_prefixes(S, L) :- .findall(P, .prefix(P, S), L).
all_suffixes(S, L) :- .findall(P, .suffix(P, S), L).

!start.

+!start
  <- for (.member(Case, [
    concat, concat_many, concat_check, concat_check_fails, concat_leaves_arguments,
    concat_unifies, concat_to_wrong, concat_of_wrong, concat_one, reverse, reverse_check,
    reverse_check_fails, reverse_to_wrong, reverse_string_to_wrong, reverse_of_wrong,
    reverse_of_variable, reverse_arguments, sort_numbers, sort_strings, sort_kinds,
    sort_structures, sort_lists, sort_keeps_duplicates, sort_variables, sort_empty,
    sort_stable, sort_check, sort_check_fails, sort_of_wrong, sort_arguments, min, max,
    min_kinds, min_pairs, min_of_empty, max_of_empty, min_check, min_check_fails, min_of_wrong,
    max_of_wrong, max_arguments, difference, difference_empty, intersection, union,
    union_numbers, difference_order, intersection_order, set_operations_structures,
    difference_check, difference_check_fails, difference_first_wrong, difference_second_wrong,
    difference_last_wrong, union_first_wrong, intersection_second_variable, union_arguments,
    sublist_all, sublist_check, sublist_gap_fails, sublist_pattern, sublist_empty,
    sublist_first_wrong, sublist_second_wrong, sublist_arguments, prefix_all,
    prefix_string_all, prefix_check, prefix_check_fails, prefix_pattern, prefix_first_wrong,
    prefix_second_wrong, prefix_arguments, suffix_all, suffix_string_all, suffix_check,
    suffix_check_fails, suffix_open_list, suffix_first_wrong, suffix_second_wrong,
    suffix_arguments, shuffle, shuffle_small, shuffle_of_wrong, shuffle_arguments, range_all,
    range_steps, range_down_without_step, range_first, range_check, range_check_fails,
    range_check_ignores_step, range_truncates, range_none, range_loop, range_second_wrong,
    range_third_wrong, range_fourth_wrong, range_first_wrong, range_arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(concat) <- .concat([a], [b,c], L); .print(L).
+!check(concat_many) <- .concat([a], [], [b], [[c]], L); .print(L).
+!check(concat_check) <- .concat([a], [b], [a,b]); .print(yes).
+!check(concat_check_fails) <- .concat([a], [b], [b,a]).
+!check(concat_leaves_arguments) <- A = [a]; B = [b]; .concat(A, B, C); .print(A, B, C).
+!check(concat_unifies) <- .concat([a], [X], [Y, b]); .print(X, Y).
+!check(concat_to_wrong) <- .concat([a], [b], c).
+!check(concat_of_wrong) <- .concat([a], b, L).
+!check(concat_one) <- .concat([a], L); .print(L).
+!check(reverse) <- .reverse([a,b,c], L); .reverse([], E); .reverse("abc", S); .print(L, E, S).
+!check(reverse_check) <- .reverse([a,b], [b,a]); .print(yes).
+!check(reverse_check_fails) <- .reverse([a,b], [a,b]).
+!check(reverse_to_wrong) <- .reverse([a], a).
+!check(reverse_string_to_wrong) <- .reverse("a", a).
+!check(reverse_of_wrong) <- .reverse(a, X).
+!check(reverse_of_variable) <- .reverse(X, [a]).
+!check(reverse_arguments) <- .reverse([a]).
+!check(sort_numbers) <- .sort([3,1,2,10,-1,2.5], L); .print(L).
+!check(sort_strings) <- .sort(["b","a","B","ab"], L); .print(L).
+!check(sort_kinds)
  <- .sort([p(1), "s", 3, a, [1], ~a, b, q, p(1,2), [], p(0), a[x], "a", -1], L); .print(L).
+!check(sort_structures)
  <- .sort([p(2,1), p(1,2), p(1), a(9), p(a), p("x"), p([])], L); .print(L).
+!check(sort_lists) <- .sort([[2],[1,2],[1],[]], L); .print(L).
+!check(sort_keeps_duplicates) <- .sort([b,a,b,a], L); .print(L).
+!check(sort_variables) <- .sort([b, X, a], L); .length(L, N); .print(N).
+!check(sort_empty) <- .sort([], L); .print(L).
+!check(sort_stable) <- .sort([p(1)[b], q, p(1)[a], p(1)], L); .print(L).
+!check(sort_check) <- .sort([2,1], [1,2]); .print(yes).
+!check(sort_check_fails) <- .sort([2,1], [2,1]).
+!check(sort_of_wrong) <- .sort(a, L).
+!check(sort_arguments) <- .sort([a]).
+!check(min) <- .min([3,1,2], X); .print(X).
+!check(max) <- .max([3,1,2], X); .print(X).
+!check(min_kinds)
  <- .min([b, 2, "s", [x], a], X); .max([b, 2, "s", [x], a], Y); .print(X, " ", Y).
+!check(min_pairs)
  <- .min([d(3,a), d(1,z), d(2,b)], d(N,W)); .max([d(3,a), d(1,z), d(2,b)], Y); .print(N, W, Y).
+!check(min_of_empty) <- .min([], X).
+!check(max_of_empty) <- .max([], X).
+!check(min_check) <- .min([2,1], 1); .print(yes).
+!check(min_check_fails) <- .min([2,1], 2).
+!check(min_of_wrong) <- .min(3, X).
+!check(max_of_wrong) <- .max(3, X).
+!check(max_arguments) <- .max([3]).
+!check(difference) <- .difference([a,b,c,b], [b], L); .print(L).
+!check(difference_empty) <- .difference([a,b], [], A); .difference([], [a], B); .print(A, B).
+!check(intersection) <- .intersection([a,b,c,b], [b,c,d], L); .print(L).
+!check(union) <- .union([c,a,b,a], [b,d], L); .print(L).
+!check(union_numbers) <- .union([3,1,2,1], [2,0], L); .print(L).
+!check(difference_order) <- .difference([z,y,x,a], [y], L); .print(L).
+!check(intersection_order) <- .intersection([z,y,x,a], [a,z,y], L); .print(L).
+!check(set_operations_structures) <- .union([p(2), p(1)], [p(1), q], L); .print(L).
+!check(difference_check) <- .difference([a,b], [b], [a]); .print(yes).
+!check(difference_check_fails) <- .difference([a,b], [b], [b]).
+!check(difference_first_wrong) <- .difference(a, [b], L).
+!check(difference_second_wrong) <- .difference([a], b, L).
+!check(difference_last_wrong) <- .difference([a], [b], c).
+!check(union_first_wrong) <- .union(a, [b], L).
+!check(intersection_second_variable) <- .intersection([a], X, L).
+!check(union_arguments) <- .union([a], [b]).
+!check(sublist_all) <- .findall(L, .sublist(L, [a,b,c]), R); .print(R).
+!check(sublist_check) <- .sublist([b,c], [a,b,c,d]); .print(yes).
+!check(sublist_gap_fails) <- .sublist([a,c], [a,b,c]).
+!check(sublist_pattern) <- .findall(p(X,Y), .sublist([X,Y], [1,2,3]), L); .print(L).
+!check(sublist_empty)
  <- .findall(x, .sublist([], [a,b]), L); .findall(x, .sublist(_, []), M); .print(L, M).
+!check(sublist_first_wrong) <- .sublist(a, [a]).
+!check(sublist_second_wrong) <- .sublist([a], a).
+!check(sublist_arguments) <- .sublist([a]).
+!check(prefix_all) <- ?all_prefixes([a,b,c], L); .print(L).
+!check(prefix_string_all) <- ?all_prefixes("abc", L); .print(L).
+!check(prefix_check)
  <- .prefix([a], [a,b]); .prefix([], [a,b]); .prefix("ab", "abc"); .prefix("", "abc"); .print(yes).
+!check(prefix_check_fails) <- .prefix([b], [a,b]).
+!check(prefix_pattern) <- .findall(X, .prefix([X,_], [1,2,3]), L); .print(L).
+!check(prefix_first_wrong) <- .prefix(a, [a]).
+!check(prefix_second_wrong) <- .prefix([a], a).
+!check(prefix_arguments) <- .prefix([a]).
+!check(suffix_all) <- ?all_suffixes([a,b,c], L); .print(L).
+!check(suffix_string_all) <- ?all_suffixes("abc", L); .print(L).
+!check(suffix_check)
  <- .suffix([c], [a,b,c]); .suffix([], [a]); .suffix("bc", "abc"); .suffix("", "abc"); .print(yes).
+!check(suffix_check_fails) <- .suffix([a], [a,b]).
+!check(suffix_open_list) <- .findall(L, .suffix(L, [a,b|_]), R); .length(R, N); .print(N).
+!check(suffix_first_wrong) <- .suffix(a, [a]).
+!check(suffix_second_wrong) <- .suffix([a], a).
+!check(suffix_arguments) <- .suffix([a]).
+!check(shuffle) <- .shuffle([a,b,c,d], L); .sort(L, S); .print(S).
+!check(shuffle_small) <- .shuffle([], A); .shuffle([x], B); .print(A, B).
+!check(shuffle_of_wrong) <- .shuffle(a, L).
+!check(shuffle_arguments) <- .shuffle([a]).
+!check(range_all) <- .findall(X, .range(X, 1, 5), L); .print(L).
+!check(range_steps)
  <- .findall(X, .range(X, 1, 10, 4), A); .findall(X, .range(X, 5, 1, -2), B); .print(A, B).
+!check(range_down_without_step) <- .findall(X, .range(X, 5, 1), L); .print(L).
+!check(range_first) <- .range(X, 3, 5); .print(X).
+!check(range_check) <- .range(3, 1, 5); .range(1, 1, 5); .range(5, 1, 5); .print(yes).
+!check(range_check_fails) <- .range(6, 1, 5).
+!check(range_check_ignores_step) <- .range(2, 1, 5, 2); .print(yes).
+!check(range_truncates) <- .findall(X, .range(X, 1.7, 4.9), L); .print(L).
+!check(range_none) <- .range(X, 5, 1).
+!check(range_loop) <- for (.range(I, 1, 3)) { .print(I) }.
+!check(range_second_wrong) <- .range(X, a, 5).
+!check(range_third_wrong) <- .range(X, 1, B).
+!check(range_fourth_wrong) <- .range(X, 1, 5, "1").
+!check(range_first_wrong) <- .range(a, 1, 5).
+!check(range_arguments) <- .range(X, 1).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
