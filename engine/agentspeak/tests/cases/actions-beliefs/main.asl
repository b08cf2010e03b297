b(1).
b(2)[k].
~b(3).
r(X) :- b(X).
fact :- true.

!start.

+!start
  <- for (.member(Case, [
    belief_first, belief_all, belief_bound, belief_fails, belief_annotations, belief_negated,
    belief_rule_is_none, belief_fact, belief_unknown, belief_variable, belief_predicate,
    belief_number, asserta, assertz, assert_mixed, assert_source, assert_atom_has_no_source,
    assert_twice, assert_rule, assert_event, assert_unbound, assert_string, assert_number,
    assert_variable, assert_arguments, assertz_arguments, abolish, abolish_some,
    abolish_annotation, abolish_source, abolish_leaves_unbound, abolish_none, abolish_event,
    abolish_rule, abolish_negated, perceive, perceive_arguments, abolish_number,
    abolish_arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(belief_first) <- .belief(b(X)); .print(X).
+!check(belief_all)
  <- .findall(X, .belief(b(X)), L); .print(L); for (.belief(b(X))) { .print(X) }.
+!check(belief_bound) <- .belief(b(1)); .print(yes).
+!check(belief_fails) <- .belief(b(9)).
+!check(belief_annotations)
  <- .findall(X, .belief(b(X)[k]), L); .print(L); .belief(b(2)[source(S)]); .print(S).
+!check(belief_negated) <- .belief(~b(X)); .print(X).
+!check(belief_rule_is_none) <- .belief(r(X)).
+!check(belief_fact) <- .belief(fact); .print(yes).
+!check(belief_unknown) <- .belief(nothing(X)).
// In no order that a program could know.
+!check(belief_variable)
  <- .findall(S, .belief(B) & .concat("", B, S), L); .sort(L, M); .print(M).
+!check(belief_predicate) <- .belief(P); .findall(B, .belief(B), L); .member(P, L); .print(yes).
+!check(belief_number) <- .belief(3).
+!check(asserta) <- .asserta(a(1)); .asserta(a(2)); .findall(X, a(X), L); .print(L).
+!check(assertz) <- .assertz(z(1)); .assertz(z(2)); .findall(X, z(X), L); .print(L).
+!check(assert_mixed)
  <- .asserta(m(2)); .assertz(m(3)); .asserta(m(1)); +m(0); .findall(X, m(X), L); .print(L).
+!check(assert_source)
  <- .asserta(s(1)); .assertz(s(2)); .findall(X, s(X)[source(self)], L); .print(L).
+!check(assert_atom_has_no_source)
  <- .asserta(sa); .assertz(sz); .findall(x, sa[source(_)], L); .findall(x, sz[source(_)], M); .print(L, M).
+!check(assert_twice)
  <- .asserta(t(1)); .asserta(t(1)); .assertz(t(1)[k]); .findall(X, t(X), L); .count(t(_)[k], N); .print(L, N).
+!check(assert_rule) <- .asserta({ rr(X) :- b(X) }); .findall(X, rr(X), L); .print(L).
+!check(assert_event) <- .asserta(seen(1)); .assertz(seen(2)); .print(after).
+!check(assert_unbound) <- .asserta(u(X)); ?u(5); .print(yes).
+!check(assert_string) <- .asserta("s").
+!check(assert_number) <- .assertz(3).
+!check(assert_variable) <- .asserta(V).
+!check(assert_arguments) <- .asserta(a, b).
+!check(assertz_arguments) <- .assertz.
+!check(abolish)
  <- +g(1); +g(2)[k]; +g(3)[source(bob)]; .abolish(g(_)); .count(g(_), N); .print(N).
+!check(abolish_some)
  <- +h(1,a); +h(2,b); +h(3,a); .abolish(h(_,a)); .findall(X, h(X,_), L); .print(L).
+!check(abolish_annotation)
  <- +i(1)[k]; +i(2); .abolish(i(_)[k]); .findall(X, i(X), L); .print(L).
+!check(abolish_source)
  <- +j(1)[source(bob)]; +j(2); .abolish(j(_)[source(bob)]); .findall(X, j(X), L); .print(L).
+!check(abolish_leaves_unbound)
  <- +k(1); .abolish(k(X)); if (.ground(X)) { .print(bound) } else { .print(unbound) }.
+!check(abolish_none) <- .abolish(nothing); .print(yes).
+!check(abolish_event) <- +gone(1); .abolish(gone(_)); .print(after).
+!check(abolish_rule) <- .abolish(r(_)); .findall(X, r(X), L); .print(L).
+!check(abolish_negated) <- .abolish(~b(_)); .count(~b(_), N); .count(b(_), M); .print(N, M).
+!check(perceive) <- .perceive; .print(yes).
+!check(perceive_arguments) <- .perceive(a).
+!check(abolish_number) <- .abolish(3).
+!check(abolish_arguments) <- .abolish(a, b).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

+seen(X)[source(S)] <- .print("added ", X, " from ", S).
-gone(X) <- .print("deleted ", X).
