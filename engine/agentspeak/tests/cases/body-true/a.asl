!start.

+!start <- !a; !b; .print("not reached").
+!a <- true.
+!b <- .print(b); true; .print("not reached").
-!start[error(E), error_msg(M), code(C)] <- .print(E); .print(M); .print(C); .stopMAS.
