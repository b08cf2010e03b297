!start.

+!start
  <- !!work(1); !!work(2); .wait(250);
     .drop_desire(work(1)); .wait(250); .setof(X, .desire(work(X)), A); .print(A);
     !atomic_desire;
     !atomic_event;
     .wait(250);
     .drop_event(work(2)); .setof(X, .desire(work(X)), B); .print("event ", B);
     !!plans(1); .wait(250);
     .drop_future_intention(lunch); .wait(250);
     if (.intend(plans(_))) { .print("plans lunch") } else { .print("no plans") };
     !!plans(2); .wait(250);
     .drop_future_intention(dinner); .wait(250);
     if (.intend(plans(_))) { .print("plans lunch") } else { .print("no plans") };
     !!eaten; .wait(250);
     .drop_future_intention(lunch); .wait(250);
     if (.intend(eaten)) { .print("eaten stays") } else { .print("eaten is gone") };
     !wrong(1); !wrong(2); !wrong(3);
     .stopMAS.

+!work(X) <- .wait({ +go }).
-!work(X) <- .print("failed ", X).
+!plans(X) <- .wait({ +go }); !lunch.
+!eaten <- !lunch; .wait({ +go }).
+!lunch <- .print("lunch").

@a1[atomic]
+!atomic_desire <- !!later(1); !!later(2); !!later(1); .drop_desire(later(1)); .findall(X, .desire(later(X)), L); .print("left ", L).
@a2[atomic]
+!atomic_event <- !!later(3); !!later(4); .drop_event(later(3)); .findall(X, .desire(later(X)), L); .print("left ", L).
+!later(X) <- .print("later ", X).

+!wrong(1) <- .drop_desire(3).
+!wrong(2) <- .drop_event(3).
+!wrong(3) <- .drop_future_intention(3).
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
