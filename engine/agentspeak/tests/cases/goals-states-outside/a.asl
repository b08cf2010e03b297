// States of goals that other intentions suspend, resume, end.
told(waiting, _, "").
told(S, R, "") :- S \== waiting & .substring("suspended-", R).
told(S, R, r(R)) :- S \== waiting & not .substring("suspended-", R).
!start.
+!start
  <- .print("suspended while it waits, resumed after");
     !!g(1); .wait(50); .suspend(g(1)); .wait(200); .resume(g(1)); .wait(50);
     .print("suspended while it waits, resumed while");
     !!g(2); .wait(50); .suspend(g(2)); .wait(20); .resume(g(2)); .wait(200);
     .print("fails"); !!g(3); .wait(50); .fail_goal(g(3)); .wait(50);
     .print("succeeds"); !!g(4); .wait(50); .succeed_goal(g(4)); .wait(50);
     .print("below"); !!n(1); .wait(50); .succeed_goal(n(1)); .wait(50);
     .print("above"); !!n(2); .wait(50); .succeed_goal(g(2)); .wait(50);
     .print("fails below"); !!n(3); .wait(50); .fail_goal(n(3)); .wait(50);
     .print("fails above"); !!n(4); .wait(50); .fail_goal(g(4)); .wait(50);
     .print("fails without plan"); !!m; .wait(50); .fail_goal(m); .wait(50);
     .print("dropped"); !!n(5); .wait(50); .drop_intention(n(5)); .wait(50);
     .print("dropped above"); !!n(6); .wait(50); .drop_intention(g(6)); .wait(50);
     .print("suspends below"); !!n(7); .wait(50); .suspend(n(7)); .wait(20); .drop_intention(n(7)); .wait(50);
     .print("itself"); !!own; .wait(50); .resume(own); .wait(50);
     .stopMAS.
+!g(X) <- .wait(100); .print(done, X).
-!g(X) <- .print(handled, X).
+!n(X) <- !g(X); .print(n, X).
+!m <- !g(m1); .print(never).
-!g(m1) <- .print(handled).
+!own <- .suspend; .print(own).
^!g(X)[state(S)[reason(R)]] : told(S, R, T) <- .print("  ", g(X), " ", S, " ", T).
^!n(X)[state(S)[reason(R)]] : told(S, R, T) <- .print("  ", n(X), " ", S, " ", T).
^!m[state(S)[reason(R)]] : told(S, R, T) <- .print("  ", m, " ", S, " ", T).
^!own[state(S)[reason(R)]] : told(S, R, T) <- .print("  ", own, " ", S, " ", T).
