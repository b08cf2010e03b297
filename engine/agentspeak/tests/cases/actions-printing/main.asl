!start.

+!start
  <- for (.member(Case, [
    print_nothing, print_joined, print_unbound, print_lines, print_object, println, printf,
    printf_kinds, printf_percent, printf_escapes, printf_integer, printf_missing, printf_more,
    printf_format, printf_unbound, puts, puts_unbound, puts_two, puts_to, puts_plain,
    puts_term, puts_not_string, puts_arguments, print_unifier
     ])) { !check(Case) };
     .stopMAS.

+!check(print_nothing) <- .print.
+!check(print_joined)
  <- .print("a", b, 3, "c d", [1,"x"], p("y", Z), 'Q a', ~n, a[b, c(1)], 2.50, 1/3).
+!check(print_unbound) <- .print(X, " ", p(Y)).
+!check(print_lines) <- .print("first\nsecond").
+!check(print_object) <- .set.create(S); .set.add(S, "x"); .print(S, p(S)).
+!check(println) <- .println("a", b, " ", "c"); .println; .println(p(X)).
+!check(printf) <- .printf("%s is %.2f and %5.1f|%-5s|%5s|", a, 1/3, 2, b, "c").
+!check(printf_kinds) <- .printf("%s %s %s %s", p(1), "str", [1,b], 3).
+!check(printf_percent) <- .printf("100%%").
+!check(printf_escapes) <- .printf("a%nb").
+!check(printf_integer) <- .printf("%d", 3).
+!check(printf_missing) <- .printf("%s %s", a).
+!check(printf_more) <- .printf("%s", a, b).
+!check(printf_format) <- .printf(a, b).
+!check(printf_unbound) <- .printf("%s", X).
+!check(puts) <- X = 1; Y = p("s", a); Z = "text"; .puts("x is #{X}, y is #{Y}, z is #{Z}").
+!check(puts_unbound) <- .puts("u is #{U}").
+!check(puts_two) <- X = 1; .puts("a #{X}", " b").
+!check(puts_to) <- X = 1; .puts("v=#{X}", S); .print(S).
+!check(puts_plain) <- .puts("no variable #X {X} #{}").
+!check(puts_term) <- .puts("#{abc} #{12}").
+!check(puts_not_string) <- .puts(abc).
+!check(puts_arguments) <- .puts.
+!check(print_unifier) <- X = 1; .print_unifier.

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
