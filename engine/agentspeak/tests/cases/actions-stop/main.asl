!start.
+!start <- .print("stopping"); !wrong(1); .stopMAS(300, 3); .print("still here").
+!wrong(1) <- .stopMAS(1, 2, 3).
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
