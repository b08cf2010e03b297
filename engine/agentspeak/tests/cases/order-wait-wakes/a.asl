!start.

+!start <- !!w(500); !!w(50); !!w(250); .wait(800); .stopMAS.
+!w(T) <- .wait(T); .print(T).
