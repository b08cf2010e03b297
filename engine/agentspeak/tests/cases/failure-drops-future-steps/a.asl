!start.
+!start <- !!one; ++b(1); !g; .print("not reached").
+!g <- !!two; .fail; !!three.
-!start <- .wait(50); .stopMAS.
+!one <- .print("one").
+!two <- .print("two").
+!three <- .print("never").
+b(X) <- .print("+b ", X).
