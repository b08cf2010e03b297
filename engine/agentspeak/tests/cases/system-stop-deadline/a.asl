!start.
+!start <- .wait(100); .print("stopping"); .stopMAS(300, 5).
+jag_shutting_down(T) <- .print("shutting down in ", T).
