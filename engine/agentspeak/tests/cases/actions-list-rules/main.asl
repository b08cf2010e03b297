!start.

+!start
  <- for (.member(Case, [
    list
     ])) { !check(Case) };
     .stopMAS.

+!check(list)
  <- .abolish(_); .list_rules; .print("none"); .asserta({ p(X) :- q(X) & X > 1 | not w }); .assertz({ v :- true }); +u; .list_rules.

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
