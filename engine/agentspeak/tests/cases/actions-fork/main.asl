!start.

+!start
  <- .fork(and, { !branch(a, 30); .print("a ended") }, { !branch(b, 10); .print("b ended") }); .print("and is over");
     .fork(or, { !branch(c, 10); .print("c ended") }, { !branch(d, 2000); .print("never") }); .print("or is over");
     (!branch(e, 10) |&| !branch(f, 20)); .print("operator and is over");
     (!branch(g, 10) ||| !branch(h, 2000)); .print("operator or is over");
     !failing(1);
     !failing(2);
     .fork(and, { X = 1 }, { Y = 2 }); .print("variables ", X, " ", Y);
     .fork(or, { V = 1; .wait(10) }, { W = 2; .wait(500) }); .print("variables ", V, " ", W);
     !wrong(1); !wrong(2);
     .stopMAS.

+!branch(X, T) <- .print(X); .wait(T).
+!failing(1) <- .fork(and, { .wait(10); .fail }, { .wait(2000); .print("never") }); .print("never").
+!failing(2) <- .fork(or, { .wait(10); .fail }, { .wait(250); .print("the other") }); .print("goes on").
-!failing(X)[error(E)] <- .print("failed ", X, " ", E).
+!wrong(1) <- .fork("and", { a }, { b }).
+!wrong(2) <- .fork(and).
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
