+!bad <- .fail.
-!bad[error(E), source(S)] <- .print("bad: ", E, " ", S).
-!unknown[error(E)] <- .print("unknown: ", E).
