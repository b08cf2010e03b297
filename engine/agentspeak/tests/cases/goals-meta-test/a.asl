!start.

+!start <- ?q(X); .print(X); .wait(30); .stopMAS.
+?q(X) <- X = 3.
^?q(X)[state(S)] <- .print("q is ", S).
