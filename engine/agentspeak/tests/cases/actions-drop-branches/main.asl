!start.
+!start
  <- !!forked; .wait(250);
     .drop_intention(branch(1)); .wait(250);
     if (.intend(forked)) { .print("forked is there") } else { .print("forked is gone") };
     .setof(X, .intend(branch(X)), L); .print(L);
     .drop_desire(forked); .wait(250);
     .setof(X, .intend(branch(X)), M); .print(M);
     !!either; .wait(250);
     .drop_intention(branch(3)); .wait(250);
     +go; .wait(250);
     !inner_done;
     .stopMAS.
+!forked <- .fork(and, { !branch(1) }, { !branch(2) }); .print("never").
+!either <- .fork(or, { !branch(3) }, { !branch(4) }); .print("either is over").
+!branch(X) <- .wait({ +go }); .print("branch ", X).
+!inner_done <- if (true) { .print("in if"); .done; .print("never") }; .print("never").
