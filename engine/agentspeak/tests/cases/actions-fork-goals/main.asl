!start.

+!start
  <- !!caller(1); .wait(100); .findall(G, .intend(caller(_)), L); .length(L, N); .print("seen ", N);
     .succeed_goal(forks(1)); .wait(100);
     !!caller(2); .wait(100);
     .succeed_goal(caller(2)); .wait(100); !left(2);
     !!caller(3); .wait(100);
     .fail_goal(forks(3)); .wait(100); !left(3);
     !!caller(4); .wait(100);
     .drop_intention(caller(4)); .wait(100); !left(4);
     !!caller(5); .wait(100);
     .drop_intention(branch(5, b)); .wait(100); !left(5);
     .drop_desire(caller(_)); .wait(100); !left(all);
     !!either(6); .wait(100);
     .fail_goal(branch(6, a)); .wait(100); !left(6);
     .succeed_goal(branch(6, b)); .wait(100); !left(6);
     !!caller(7); .wait(100);
     .suspend(caller(7)); +go(7); .wait(100); .print("suspended"); .resume(caller(7)); .wait(100); !left(7);
     !!nested(8); .wait(100);
     .succeed_goal(branch(8, a)); .wait(100); .succeed_goal(branch(8, b)); .wait(100); !left(8);
     !!nested(9); .wait(100);
     .drop_intention(nested(9)); +go(9); .wait(100); !left(9);
     !!own(1); .wait(100); !!caught(2); .wait(100);
     .stopMAS.

+!left(X) : .intend(caller(_)) | .intend(either(_)) | .intend(nested(_)) <- .print("left after ", X).
+!left(X) <- .print("nothing left after ", X).

+!caller(X) <- !forks(X); .print("after forks ", X).
-!caller(X) <- .print("caller failed ", X).
+!forks(X) <- .fork(and, { !branch(X, a) }, { !branch(X, b) }); .print("joined ", X).
-!forks(X) <- .print("forks failed ", X).
+!either(X) <- .fork(or, { !branch(X, a) }, { !branch(X, b) }); .print("joined ", X).
-!either(X) <- .print("either failed ", X).
+!nested(X) <- .fork(and, { !forks(X) }, { !branch(X, c) }); .print("joined all ", X).
+!branch(X, Y) : Y == c <- .print("branch ", X, " ", Y).
+!branch(X, Y) <- .wait({ +go(X) }); .print("branch ", X, " ", Y).

// Of the current intention, without a failure plan, and with one below.
+!own(1) <- !inner(1); .print("after inner 1").
+!caught(2) <- !inner(2); .print("never").
-!caught(2) <- .print("caught").
+!inner(X) <- .fail_goal(inner(X)); .print("never").
