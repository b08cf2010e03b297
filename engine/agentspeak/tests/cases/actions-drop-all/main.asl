!start.

+!start
  <- !!work(1); !!work(2); .wait(250);
     .drop_all_intentions;
     .setof(X, .intend(work(X)), A); .print("intended ", A);
     !!work(3); .wait(250);
     .drop_all_desires;
     .setof(X, .desire(work(X)), B); .print("desired ", B);
     !events;
     !desires;
     !wrong;
     .stopMAS.

+!work(X) <- .wait({ +go }).
-!work(X) <- .print("failed ", X).

@events[atomic]
+!events <- !!later(1); +seen(1); .drop_all_events; .findall(X, .desire(later(X)), L); .print("events ", L).
@desires[atomic]
+!desires <- !!later(2); .findall(X, .desire(later(X)), L); .drop_all_desires; .findall(X, .desire(later(X)), M); .print("desires ", L, M).
+!later(X) <- .print("later ", X).
+seen(X) <- .print("seen ", X).
+!wrong <- .drop_all_events(1).
-!wrong[error(E), error_msg(M)] <- .print(E, " ", M).
