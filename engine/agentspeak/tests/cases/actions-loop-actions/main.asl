b(1).
b(2).

!start.

+!start
  <- for (.member(Case, [
    nth, sublist, prefix, suffix, substring, belief, belief_changed, type, range, namespace,
    plan, random, first_of_body
     ])) { !check(Case) };
     .stopMAS.

+!check(nth) <- for (.nth(I, [x,y], E)) { .print(I, E) }.
+!check(sublist) <- for (.sublist([X,Y], [1,2,3])) { .print(X, Y) }.
+!check(prefix) <- for (.prefix(P, [1,2])) { .print(P) }.
+!check(suffix) <- for (.suffix(S, "ab")) { .print(S) }.
+!check(substring) <- for (.substring("a", "banana", P)) { .print(P) }.
+!check(belief) <- for (.belief(b(X)) & .belief(b(Y)) & X < Y) { .print(X, Y) }.
+!check(belief_changed) <- for (.belief(b(X))) { +b(X + 10) }; .count(b(_), N); .print(N).
+!check(type) <- for (.type("s", T)) { .print(T) }.
+!check(range) <- for (.range(I, 3, 1, -1)) { .print(I) }.
+!check(namespace) <- for (.namespace(N) & .member(N, [default])) { .print(N) }.
+!check(plan) <- for (.relevant_plan({ +!p(_) }, P)) { .print(P) }.
+!check(random) <- .set_random_seed(3); for (.random([a,b,c], X, 3)) { .print(X) }.
+!check(first_of_body)
  <- .nth(I, [x,y], E); .sublist([S|_], [1,2]); .prefix(P, "ab"); .type(a, T); .print(I, E, S, P, T).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

@one +!p(1) <- .print(1).
@two +!p(2) <- .print(2).
