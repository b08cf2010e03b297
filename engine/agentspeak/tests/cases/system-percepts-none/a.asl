!start.
+!start <- .findall(X, X[source(percept)], L); .print(L); act.
-!start[error(E), error_msg(M), code(C)] <- .print(E); .print(M); .print(C); .stopMAS.
