!start.

+!start
  <- for (.member(Case, [
    concat, concat_kinds, concat_first_atom, concat_first_number, concat_check,
    concat_check_atom, concat_check_fails, concat_unbound, concat_one, concat_escapes,
    substring_find, substring_find_fails, substring_of_terms, substring_position,
    substring_positions, substring_position_check, substring_position_fails,
    substring_position_end, substring_cut, substring_cut_range, substring_cut_second,
    substring_cut_all, substring_empty, substring_out_of_range, substring_end_out_of_range,
    substring_unbound, substring_overlap, substring_arguments, replace, replace_expression,
    replace_groups, replace_term, replace_none, replace_check_fails, replace_arguments, lower,
    upper, lower_check, lower_check_fails, upper_arguments, lower_arguments, term2string,
    string2term, string2term_bad, string2term_atom, string2term_variables, term2string_check,
    term2string_check_spaces, term2string_invalid, term2string_arguments, term2string_unbound
     ])) { !check(Case) };
     .stopMAS.

+!check(concat) <- .concat("a", "b", S); .print(S).
+!check(concat_kinds)
  <- .concat("v=", 3, " ", p(x,"y"), [1,"2"], 'Quoted', ~n, 0.5, S); .print(S).
+!check(concat_first_atom) <- .concat(a, b, S); .print(S); if (.string(S)) { .print(string) }.
+!check(concat_first_number) <- .concat(1, 2, S); .print(S).
+!check(concat_check) <- .concat("a", "b", "ab"); .print(yes).
+!check(concat_check_atom) <- .concat("a", "b", ab); .print(yes).
+!check(concat_check_fails) <- .concat("a", "b", "ba").
+!check(concat_unbound) <- .concat("a", X, S); .substring("aX", S); .print(yes).
+!check(concat_one) <- .concat("a", S); .print(S).
+!check(concat_escapes) <- .concat("say \"hi\"", "\n\t\\", S); .length(S, N); .print(N).
+!check(substring_find) <- .substring("na", "banana"); .print(yes).
+!check(substring_find_fails) <- .substring("x", "banana").
+!check(substring_of_terms) <- .substring(b, abc); .substring(1, p(1)); .print(yes).
+!check(substring_position) <- .substring("na", "banana", P); .print(P).
+!check(substring_positions) <- .findall(P, .substring("a", "banana", P), L); .print(L).
+!check(substring_position_check) <- .substring("na", "banana", 4); .print(yes).
+!check(substring_position_fails) <- .substring("na", "banana", 3).
+!check(substring_position_end)
  <- .findall(p(B,E), .substring("na", "banana", B, E), L); .print(L).
+!check(substring_cut) <- .substring(S, "banana", 2); .print(S).
+!check(substring_cut_range) <- .substring(S, "banana", 2, 4); .print(S).
+!check(substring_cut_second)
  <- .substring("banana", S, 2); .substring("banana", T, 2, 4); .print(S, " ", T).
+!check(substring_cut_all)
  <- .substring("abc", S, 0); .substring("abc", T, 3); .print(S, " '", T, "'").
+!check(substring_empty) <- .findall(P, .substring("", "ab", P), L); .print(L).
+!check(substring_out_of_range) <- .substring(S, "abc", 9).
+!check(substring_end_out_of_range) <- .substring(S, "abc", 1, 9).
+!check(substring_unbound) <- .substring(S, T, 1).
+!check(substring_overlap) <- .findall(P, .substring("aa", "aaaa", P), L); .print(L).
+!check(substring_arguments) <- .substring("a").
+!check(replace) <- .replace("banana", "an", "AN", S); .print(S).
+!check(replace_expression) <- .replace("a1b22c", "[0-9]+", "#", S); .print(S).
+!check(replace_groups) <- .replace("john smith", "([a-z]+) ([a-z]+)", "$2 $1", S); .print(S).
+!check(replace_term) <- .replace(p(a,b), "a", "x", S); .print(S).
+!check(replace_none) <- .replace("abc", "z", "y", S); .print(S).
+!check(replace_check_fails) <- .replace("abc", "a", "b", "abc").
+!check(replace_arguments) <- .replace("abc", "a", "b").
+!check(lower)
  <- .lower_case("HeLLo", S); .lower_case('ATOM', T); .lower_case(p("A",b), U); .print(S, " ", T, " ", U).
+!check(upper)
  <- .upper_case("HeLLo", S); .upper_case(atom, T); .upper_case(3, U); .print(S, " ", T, " ", U).
+!check(lower_check) <- .lower_case("ABC", "abc"); .print(yes).
+!check(lower_check_fails) <- .lower_case("ABC", "ABC").
+!check(upper_arguments) <- .upper_case("a").
+!check(lower_arguments) <- .lower_case("a").
+!check(term2string)
  <- for (.member(T, [a, 'Q q', p(1,"x"), [1,2], "s", 3, 2.0, 0.1, ~n, a[b], {!g}, 1+2])) { .term2string(T, S); .print(S); .string(S) }.
+!check(string2term)
  <- for (.member(S, ["a", "p(1,x)", "[1,2]", "\"s\"", "3", "3.50", "~n", "a[b]", "1+2", "b & c", "{ !g }", "X"])) { .term2string(T, S); .type(T, K); .print(T, " ", K) }.
+!check(string2term_bad) <- .term2string(T, "p(1"); .print(T); .atom(T).
+!check(string2term_atom) <- .term2string(T, abc); .print(T).
+!check(string2term_variables) <- .term2string(T, "p(X,Y)"); T = p(1,2); .print(T).
+!check(term2string_check) <- .term2string(p(1), "p(1)"); .print(yes).
+!check(term2string_check_spaces) <- .term2string(p(1,2), "p(1, 2)").
+!check(term2string_invalid) <- .term2string(a, b).
+!check(term2string_arguments) <- .term2string(a).
+!check(term2string_unbound) <- .term2string(p(X), S); .substring("p(", S); .print(yes).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
