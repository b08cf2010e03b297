!start.

+!start
  <- .wait(250); .print("time");
     !!later(10); .wait({ +done(1) }); .print("event");
     !!later(20); .wait({ +done(X) }); .print("event ", X);
     !!later(30); .wait(total(30)); .print("condition");
     .wait(total(30)); .print("holds already");
     .wait(total(Y) & Y > 5); .print("holds already ", Y);
     !!later(40); .wait(total(40) & not total(999), 5000); .print("in time");
     !!later(50); .wait({ +done(_) }, 5000, E); if (E >= 0 & E < 5000) { .print("in time, measured") };
     .wait({ +never }, 30, F); if (F >= 20 & F < 5000) { .print("too late, measured") };
     !!poster; .wait({ +!goal(Z) }); .print("goal ", Z);
     -+w(1); !!deleter; .wait({ -w(V) }); .print("deleted ", V);
     !timeout(1); !timeout(2);
     !wrong(1); !wrong(2); !wrong(3);
     .stopMAS.

+!later(X) <- .wait(250); -+total(X); +done(X div 10).
+!poster <- .wait(250); !!goal(1).
+!goal(X).
+!deleter <- .wait(250); -w(1).
+!timeout(1) <- .wait({ +never }, 20); .print("never").
+!timeout(2) <- .wait(never, 20); .print("never").
-!timeout(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
+!wrong(1) <- .wait("text", 20).
+!wrong(2) <- .wait.
+!wrong(3) <- .wait({ +never }, abc).
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
