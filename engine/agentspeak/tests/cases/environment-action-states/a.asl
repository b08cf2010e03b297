!s.
+!s <- !g; .wait(50); .stopMAS.
+!g <- slow(50); .print(done).
^!g[state(S)[reason(R)]] <- .print(S, " ", R).
^!g[state(S)] <- .print(S).
