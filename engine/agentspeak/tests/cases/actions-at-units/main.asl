!start.

+!start
  <- for (.member(Case, [
    ms, bare, tight, seconds, second, minutes, hours, days, unknown_unit, belief, text, variable
     ])) { !check(Case) };
     .stopMAS.

+!check(ms) <- .at("now +10 ms", { +!due(ms) }); .wait(due(ms)).
+!check(bare) <- .at("now +10", { +!due(bare) }); .wait(due(bare)).
+!check(tight) <- .at("now+10", { +!due(tight) }); .wait(due(tight)).
+!check(seconds) <- .at("now +0 s", { +!due(seconds) }); .wait(due(seconds)).
+!check(second) <- .at("now +0 second", { +!due(second) }); .wait(due(second)).
+!check(minutes) <- .at("now +0 minutes", { +!due(minutes) }); .wait(due(minutes)).
+!check(hours) <- .at("now +0 h", { +!due(hours) }); .wait(due(hours)).
+!check(days) <- .at("now +0 days", { +!due(days) }); .wait(due(days)).
+!check(unknown_unit) <- .at("now +10 parsecs", { +!due(parsecs) }); .wait(due(parsecs)).
+!check(belief) <- .at("now +10", { +event(1) }); .wait(due(event)).
+!check(text) <- .at("now +10", "+!due(text)"); .wait(due(text)).
+!check(variable) <- X = var; .at("now +10", { +!due(X) }); .wait(due(var)).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

+!due(X) <- .print(X); +due(X).
+event(X) <- .count(event(_), N); .print(X, " ", N); +due(event).
