double(X, Y) :- Y = X * 2.
who(b).
!long.
+!long <- .wait(5000); .print("never").
+p(X)[source(S)] <- .print("+p ", X, " ", S).
-p(X)[source(S)] <- .print("-p ", X, " ", S).
+~p(X) <- .print("+~p ", X).
+!end <- if (.desire(long)) { .print("still long") } else { .print("no longer long") }; .stopMAS.
