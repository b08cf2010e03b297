!start.

+!start <- P = {@l +!h <- .print("h")}; +P; .print("on"); ++P; .print("on"); -P; .print("on"); !h.
-!h[error(E)] <- .print(E).
