!start.

+!start
  <- for (.member(Case, [
    my_name, my_name_fails, my_name_arguments, all_names, all_names_check_fails,
    all_names_arguments, version, version_fails, version_arguments, time, time_milliseconds,
    time_fails, time_arguments, date, date_fails, date_arguments, nano_time, nano_time_fails,
    nano_time_arguments, random, random_many, random_of_list, random_of_empty,
    random_first_wrong, random_second_wrong, random_list_second_wrong, random_list_third_wrong,
    random_arguments, seed, seed_values, seed_list, seed_truncates, seed_wrong, verbose,
    verbose_wrong
     ])) { !check(Case) };
     .stopMAS.

+!check(my_name)
  <- .my_name(N); .print(N); if (.atom(N)) { .print(atom) }; .my_name(main); .print(yes).
+!check(my_name_fails) <- .my_name(other).
+!check(my_name_arguments) <- .my_name.
+!check(all_names) <- .all_names(L); .print(L).
+!check(all_names_check_fails) <- .all_names([]).
+!check(all_names_arguments) <- .all_names.
+!check(version)
  <- .version(V); if (.string(V)) { .print(string) }; .length(V, N); if (N > 2) { .print(yes) }.
+!check(version_fails) <- .version("0.0").
+!check(version_arguments) <- .version.
+!check(time)
  <- .time(H, M, S); if (H >= 0 & H < 24 & M >= 0 & M < 60 & S >= 0 & S < 61) { .print(yes) }.
+!check(time_milliseconds) <- .time(H, M, S, T); if (T >= 0 & T < 1000) { .print(yes) }.
+!check(time_fails) <- .time(25, M, S).
+!check(time_arguments) <- .time(H, M).
+!check(date)
  <- .date(Y, M, D); if (Y > 2000 & M >= 1 & M <= 12 & D >= 1 & D <= 31) { .print(yes) }.
+!check(date_fails) <- .date(1, M, D).
+!check(date_arguments) <- .date(Y).
+!check(nano_time) <- .nano_time(A); .nano_time(B); if (A <= B) { .print(yes) }.
+!check(nano_time_fails) <- .nano_time(x).
+!check(nano_time_arguments) <- .nano_time.
+!check(random) <- .random(X); if (X >= 0 & X < 1) { .print(yes) }.
+!check(random_many) <- .findall(X, .random(X, 4), L); .length(L, N); .print(N).
+!check(random_of_list)
  <- .random([a], X); .print(X); .findall(Y, .random([b], Y, 3), L); .print(L); .random([1,2,3], Z); .member(Z, [1,2,3]); .print(yes).
+!check(random_of_empty) <- .random([], X).
+!check(random_first_wrong) <- .random(3).
+!check(random_second_wrong) <- .random(X, a).
+!check(random_list_second_wrong) <- .random([a], b).
+!check(random_list_third_wrong) <- .random([a], X, b).
+!check(random_arguments) <- .random.
+!check(seed)
  <- .set_random_seed(42); .random(A); .random(B); .set_random_seed(42); .random(C); .random(D); if (A == C & B == D & A \== B) { .print(same) }.
+!check(seed_values)
  <- .set_random_seed(42); .random(A); .random(B); .print(A, " ", B); .set_random_seed(7); C = math.random; .print(C).
+!check(seed_list) <- .set_random_seed(1); .findall(X, .random([a,b,c,d,e], X, 8), L); .print(L).
+!check(seed_truncates) <- .set_random_seed(42.9); .random(A); .print(A).
+!check(seed_wrong) <- .set_random_seed(a).
+!check(verbose) <- .verbose(0); .print("not shown"); .verbose(1); .print("shown").
+!check(verbose_wrong) <- .verbose(a).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
