b(1).
r(X) :- b(X) & X > 0.
r(X) :- not b(X).
s(X, Y) :- r(X) | b(Y).

!start.

+!start
  <- for (.member(Case, [
    relevant, relevant_pattern, relevant_none, relevant_printed, relevant_add, relevant_number
     ])) { !check(Case) };
     .stopMAS.

+!check(relevant) <- .relevant_rules(r(_), L); .length(L, N); .print(N).
+!check(relevant_pattern) <- .relevant_rules(s(1, _), L); .length(L, N); .print(N).
+!check(relevant_none) <- .relevant_rules(b(_), L); .relevant_rules(unknown, M); .print(L, M).
+!check(relevant_printed) <- .relevant_rules(r(1), [R|_]); .print(R); .type(R, rule); .print(yes).
+!check(relevant_add)
  <- .relevant_rules(s(_,_), [R]); .abolish(s(_,_)); .asserta(R); .relevant_rules(s(_,_), L); .length(L, N); .print(N).
+!check(relevant_number) <- .relevant_rules(3, L).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
