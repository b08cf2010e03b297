!start.
+!start <- .print(never);
+!hello <- .print(never).
