!start.

+!start <- !!later; .wait({ +!signal(X) }); .print("saw the goal ", X); .wait(30); .stopMAS.
+!later <- .wait(20); !signal(5); .print("later goes on").
+!signal(X) <- .print("signal ", X).
