!start.

+!start <- !get(X); .print("went on"); if (.ground(X)) { .print("a result") } else { .print("no result") }; !get2(Y); .print(Y); .stopMAS.
+!get(X) <- !deep(X).
+!deep(X) <- .fail.
-!get(X) <- .print("handler").
+!get2(X) <- .fail.
-!get2(X) <- X = from_handler.
