!start.

+!start <- !slow[hard_deadline(50)]; .print("not reached").
-!start[error(E)] <- .print(E); .stopMAS.
+!slow <- .wait(1000); .print("not reached").
