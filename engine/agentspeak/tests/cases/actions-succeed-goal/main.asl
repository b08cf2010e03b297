!start.

+!start
  <- !!outer(1); .wait(deep(1)); .wait(250);
     .succeed_goal(inner(_)); .wait(250);
     !!outer(2); .wait(deep(2)); .wait(250);
     .succeed_goal(outer(_)); .wait(250);
     if (.intend(outer(_))) { .print("still there") };
     !own(1);
     .succeed_goal(nobody);
     !first;
     !second(1);
     !wrong(1); !wrong(2);
     .stopMAS.

+!outer(X) <- .print("outer ", X); !inner(X); .print("after inner ", X).
-!outer(X) <- .print("outer failed").
+!inner(X) <- .print("inner ", X); !deep(X); .print("never").
+!deep(X) <- +deep(X); .wait({ +go }); .print("never").

// Of a goal that it runs under: the rest of its plan is not run.
+!own(X) <- !own_inner(X); .print("after own_inner").
+!own_inner(X) <- .succeed_goal(own_inner(X)); .print("not reached").

+!first <- !first_inner; .print("after first_inner").
+!first_inner <- .print("done"); .done; .print("never").

+!second(X) <- !third(X); .print("never").
+!third(X) <- .done(second(X)); .print("never").

+!wrong(1) <- .succeed_goal(3).
+!wrong(2) <- .done(3).
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
