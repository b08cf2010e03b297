!start.

+!start
  <- !!asks; .wait(250);
     .succeed_goal(answer(5)); .wait(250);
     !!asks_two; .wait(250);
     .fail_goal(answer(6)); .wait(250);
     !!many(1); !!many(2); .wait(250);
     .succeed_goal(one(_)); .wait(250);
     !!many(3); !!many(4); .wait(250);
     .succeed_goal(one(4)); .wait(250); .fail_goal(one(3)); .wait(250);
     !!sleeper; .wait(250);
     .succeed_goal(sleeping); .wait(250);
     !!suspended; .wait(250); .suspend(held); .succeed_goal(held); .wait(250); .print("after held");
     !events;
     !!forked; .wait(250);
     .succeed_goal(branch(1)); .wait(250); .succeed_goal(branch(2)); .wait(250);
     !!forked_fails; .wait(250);
     .fail_goal(branch(3)); .wait(250);
     if (.intend(forked_fails)) { .print("forked_fails is there") } else { .print("forked_fails is gone") };
     .stopMAS.

+!asks <- !answer(A); .print("answer ", A).
-!asks <- .print("never").
+!asks_two <- !answer(A); .print("answer ", A).
-!asks_two <- .print("no answer").
+!answer(A) <- .wait({ +answered(A) }).
+!many(X) <- !one(X); .print("many ", X).
-!many(X) <- .print("many failed ", X).
+!one(X) <- .wait({ +go }).
+!sleeper <- !sleeping; .print("sleeper goes on").
+!sleeping <- .suspend; .print("never").
+!suspended <- !held; .print("held is over").
+!held <- .wait({ +go }).
@events[atomic]
+!events <- !!later(1); !!later(2); .succeed_goal(later(1)); .findall(X, .desire(later(X)), L); .print(L); .fail_goal(later(2)); .findall(X, .desire(later(X)), M); .print(M).
+!later(X) <- .print("later ", X).
-!later(X) <- .print("later failed ", X).
+!forked <- .fork(and, { !branch(1); .print("branch 1 is over") }, { !branch(2); .print("branch 2 is over") }); .print("fork is over").
+!forked_fails <- .fork(and, { !branch(3); .print("never") }, { !branch(4); .print("never") }); .print("never").
-!forked_fails <- .print("fork failed").
+!branch(X) <- .wait({ +go }).
