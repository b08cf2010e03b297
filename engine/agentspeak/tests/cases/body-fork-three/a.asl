!start.

+!start <- !f(1) ||| !w(30) ||| !w(800); .print("went on"); .wait(100); .stopMAS.
+!f(X) <- .print("failing"); .fail.
+!w(T) <- .wait(T); .print("waited ", T).
