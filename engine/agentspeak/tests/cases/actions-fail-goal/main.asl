!start.

+!start
  <- !!outer(1); .wait(deep(1)); .wait(250);
     .fail_goal(inner(_)); .wait(250);
     !!other(2); .wait(250);
     .fail_goal(plain(_)); .wait(250);
     !!alone; .wait(250);
     .fail_goal(alone); .wait(250);
     if (.intend(alone)) { .print("alone is there") } else { .print("alone is gone") };
     .fail_goal(nobody);
     !!own(1); .wait(250); if (.intend(own(_))) { .print("own is there") } else { .print("own is gone") };
     !wrong;
     .stopMAS.

+!outer(X) <- !inner(X); .print("after inner ", X).
-!outer(X) <- .print("never").
+!inner(X) <- !deep(X); .print("never").
-!inner(X)[error(E), error_msg(M)] <- .print("inner failed ", X, " ", E, " ", M).
-!inner(X) <- .print("inner failed ", X).
+!deep(X) <- +deep(X); .wait({ +go }); .print("never").
-!deep(X) <- .print("never").

+!other(X) <- !plain(X); .print("never").
-!other(X) <- .print("other failed ", X).
+!plain(X) <- .wait({ +go }).

+!alone <- .wait({ +go }).

+!own(X) <- !own_inner(X); .print("after own_inner").
+!own_inner(X) <- .fail_goal(own_inner(X)); .print("never").
-!own_inner(X) <- .print("own_inner failed").

+!wrong <- .fail_goal(3).
-!wrong[error(E), error_msg(M)] <- .print(E, " ", M).
