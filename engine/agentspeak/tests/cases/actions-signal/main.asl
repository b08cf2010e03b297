!start.

+!start
  <- for (.member(Case, [
    believed, goal, deleted, text, unhandled, arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(believed) <- .signal({ +noted(1) }); .wait({ +done(_) }); .count(noted(_), N); .print(N).
+!check(goal) <- .signal({ +!achieved(2) }); .wait({ +done(_) }); .print(after).
+!check(deleted) <- .signal({ -noted(3) }); .wait({ +done(_) }); .print(after).
+!check(text) <- .signal("+noted(4)"); .wait({ +done(_) }); .print(after).
+!check(unhandled) <- .signal({ +nobody_cares }); .print(after).
+!check(arguments) <- .signal.

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

+noted(X) <- .print("noted ", X); +done(X).
-noted(X) <- .print("deleted ", X); +done(X).
+!achieved(X) <- .print("achieve ", X); +done(X).
