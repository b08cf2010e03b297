b(1).
c(2)[source(bob)].

!start.

+!start
  <- for (.member(Case, [
    all, again
     ])) { !check(Case) };
     .stopMAS.

+!check(all) <- .abolish(_); .count(b(_), N); .count(c(_), M); .print(N, M).
+!check(again) <- +b(3); .abolish(X); .count(b(_), N); .print(N).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
