!start.

+!start <- !x; !y; .stopMAS.
+!x <- !bad |&| !good; .print("not reached").
-!x[error(E)] <- .print("x failed: ", E).
+!y <- !bad ||| !good; .print("y goes on").
-!y[error(E)] <- .print("y failed: ", E).
+!bad <- .fail.
+!good <- .wait(20); .print("good").
