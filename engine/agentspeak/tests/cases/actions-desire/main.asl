!start.

+!start
  <- for (.member(Case, [
    setup, intend_waiting, intend_suspended, intend_below, intend_current, intend_context,
    intend_loop, intend_bound, intend_fails, intend_id, intend_id_fails, intend_variable,
    intend_number, intend_arguments, desire_waiting, desire_current, desire_fails,
    desire_number, desire_event, states, state_of, state_current, state_stack, current,
    current_arguments, intention_arguments, intention_fails, suspended_reason,
    suspended_waiting, suspended_fails, suspended_number, suspended_arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(setup) <- !!parked(1); !!parked(2); !!blocked(3); .wait(250).
+!check(intend_waiting) <- .setof(X, .intend(parked(X)), L); .print(L).
+!check(intend_suspended)
  <- .setof(X, .intend(blocked(X)), L); .setof(X, .desire(blocked(X)), M); .print(L, M).
+!check(intend_below)
  <- .setof(X, .intend(inner(X)), L); .setof(X, .intend(outer(X)), M); !outer(1); .print(L, M).
+!check(intend_current) <- .intend(check(intend_current)); .intend(start); .print(yes).
+!check(intend_context) : .intend(parked(X)) & X > 1 <- .print(X).
+!check(intend_loop) <- for (.intend(check(X))) { .print(X) }.
+!check(intend_bound) <- .intend(parked(2)); .print(yes).
+!check(intend_fails) <- .intend(nobody).
+!check(intend_id) <- .intend(check(_), I); .number(I); .intend(check(intend_id), I); .print(yes).
+!check(intend_id_fails) <- .intend(parked(_), 123456).
+!check(intend_variable) <- .intend(G); .print(yes).
+!check(intend_number) <- .intend(3).
+!check(intend_arguments) <- .intend.
+!check(desire_waiting) <- .setof(X, .desire(parked(X)), L); .print(L).
+!check(desire_current) <- .desire(start); .print(yes).
+!check(desire_fails) <- .desire(nobody).
+!check(desire_number) <- .desire(3).
+!check(desire_event) <- !unhandled.
+!check(states) <- .setof(F, .intention(_, S) & S =.. [_,F|_], L); .print(L).
+!check(state_of) <- .desire(blocked(_), I); .intention(I, S); .print(S).
+!check(state_current) <- .intention(I, S, M, current); .length(M, N); .print(S, " ", N).
+!check(state_stack) <- .intention(I, S, [im(L, T, B, U)|_], current); .print(T).
+!check(current)
  <- .current_intention(intention(I, M)); .length(M, N); .print(N); .intend(check(current), I); .print(yes).
+!check(current_arguments) <- .current_intention.
+!check(intention_arguments) <- .intention(I).
+!check(intention_fails) <- .intention(123456, _).
+!check(suspended_reason) <- .suspended(blocked(_), R); .print(R).
+!check(suspended_waiting) <- .suspended(parked(1), R); R =.. [_,F|_]; .print(F).
+!check(suspended_fails) <- .suspended(start, R).
+!check(suspended_number) <- .suspended(3, R).
+!check(suspended_arguments) <- .suspended(start).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

+!parked(X) <- .wait({ +go }).
+!blocked(X) <- .suspend.
+!outer(X) <- !inner(X).
+!inner(X) <- .findall(Y, .intend(outer(Y)), L); .findall(Y, .intend(inner(Y)), M); .print(L, M).
+!later(X) <- .print("later ", X).
@unhandled[atomic] +!unhandled <- !!later(7); .findall(X, .desire(later(X)), D); .findall(X, .intend(later(X)), I); .print(D, I).
