!start.

+!start <- !known; !unknown(1, 2); !failing; .stopMAS.
+!known <- .print("known").
+!failing <- .fail.
+!G <- .print("any: ", G).
-!G[error(E)] <- .print("any failure: ", G, " ", E).
