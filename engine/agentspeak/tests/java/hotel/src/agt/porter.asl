keys([7, 9]).

!doors.

+!doors : keys(Keys)
   <- for (.member(R, Keys)) {
         unlock(R);
         .wait(~locked(door(R)));
         .print("unlocked ", R)
      };
      unlock(13).
-!doors[error(action_failed), error_msg(M), env_failure_reason(W)] <- .print("no 13: ", M, " ", W); +tried.
-!doors[error(action_failed)] <- .print("no 13"); +tried.

+happy[source(Who)] : .count(happy[source(_)], 2)
   <- .wait(tried);
      .findall(L, lift(L), Ls);
      .print("at the end ", Ls);
      .stopMAS.
