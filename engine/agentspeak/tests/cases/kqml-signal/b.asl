+alarm(X)[source(S)] <- .print("alarm ", X, " from ", S); if (alarm(X)) { .print("a belief") } else { .print("no belief") }.
+!end <- .stopMAS.
