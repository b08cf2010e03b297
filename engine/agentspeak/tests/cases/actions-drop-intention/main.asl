!start.

+!start
  <- !!work(1); !!work(2); !!work(3); .wait(250);
     .drop_intention(work(2)); .wait(250); .setof(X, .intend(work(X)), A); .print(A);
     .drop_intention(work(_)); .wait(250); .setof(X, .intend(work(X)), B); .print(B);
     !!outer; .wait(250); .drop_intention(inner); .wait(250); if (.intend(outer)) { .print("outer lives") } else { .print("outer gone") };
     .drop_intention(nobody); .print("none");
     !!itself; .wait(250);
     !!this; .wait(250);
     !wrong;
     !!last.

+!work(X) <- .wait({ +go }); .print("never ", X).
-!work(X) <- .print("failed ", X).
+!outer <- !inner; .print("never").
-!outer <- .print("outer failed").
+!inner <- .wait({ +go }).
-!inner <- .print("inner failed").
+!itself <- .print("itself"); .drop_intention(itself); .print("never").
+!this <- .print("this"); .drop_intention; .print("never").
+!wrong <- .drop_intention(3).
-!wrong[error(E), error_msg(M)] <- .print(E, " ", M).
+!last <- .drop_all_intentions; .print("last"); .stopMAS.
