!start.

+!G : G = g(1)[source(_)] <- .print("variable trigger: ", G).
+!g(X) <- .print("g ", X).
+!start <- !g(1); !g(2); !h; .stopMAS.
+!H <- .print("last: ", H).
