// In each step one action: drive, or wait.
+step(N) : not over <- !act(N).

+!act(N) : passed       <- .print("through before ", N); .abolish(passed); leave.
+!act(_) : gone         <- wait.
+!act(_) : ahead & green <- drive.
+!act(_) : ahead        <- wait.
+!act(_)                <- drive.

+over <- .send(lights, tell, there).

-!act(N)[error_msg(Why)] <- .print("step ", N, " failed: ", Why).
