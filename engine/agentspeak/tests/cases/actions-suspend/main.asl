!start.

+!start
  <- !!count(0); .wait({ +at(2) });
     .suspend(count(_));
     .print("suspended");
     .wait(250);
     .suspended(count(_), R); .print(R);
     +limit(4);
     .resume(count(_));
     .wait({ +finished });
     !itself;
     !waiting;
     !twice;
     !unknown;
     !wrong;
     .stopMAS.

+!count(X) : limit(X) <- .print("limit ", X); +finished.
+!count(X) <- .print("count ", X); +at(X); !count(X + 1).
+at(2) <- .wait(250).

+!itself <- !!sleeper; .wait(250); .print("resuming"); .resume(sleeper); .wait(250).
+!sleeper <- .print("sleeps"); .suspend; .print("woken").

// What it waits for happens while it is suspended.
+!waiting <- !!waiter; .wait(250); .suspend(waiter); +signal; .wait(250); .print("still suspended"); .resume(waiter); .wait(250).
+!waiter <- .wait({ +signal }); .print("waited").

+!twice <- !!sleeper; .wait(250); .suspend(sleeper); .resume(sleeper); .wait(250); .resume(sleeper); .print("twice").

+!unknown <- .suspend(nobody); .resume(nobody); .print("unknown goals").

+!wrong <- !check_suspend; !check_resume.
+!check_suspend <- .suspend(3).
+!check_resume <- .resume(3).
-!G[error(E), error_msg(M)] <- .print(E, " ", M).
