!start.

+!start <- !f; .print("goes on").
-!start[error(E)] <- .print("start failed: ", E); .stopMAS.
+!f <- !g; .print("not reached").
+!g <- .print("g"); .fail.
-!g <- .print("handler of g"); .fail.
