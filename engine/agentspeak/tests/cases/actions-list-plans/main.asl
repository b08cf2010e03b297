!start.

+!start
  <- for (.member(Case, [
    list_trigger, list_trigger_two, list_trigger_none
     ])) { !check(Case) };
     .stopMAS.

+!check(list_trigger) <- .list_plans({ +!known(_) }).
+!check(list_trigger_two) <- .list_plans({ +!many(_) }).
+!check(list_trigger_none) <- .list_plans({ +!nobody }).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

@known +!known(X) : X > 1 <- .print(known); !other(X).
@m1 +!many(1) <- .print(one).
@m2[k] +!many(2) : true <- if (a) { b } else { c }; .print(two).
