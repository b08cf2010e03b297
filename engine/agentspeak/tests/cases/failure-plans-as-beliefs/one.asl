b(1).
!start. !other.

+!start <- .at("now +100", {+later}); .wait(20); .print("before"); ++{+!h <- .print("h")}; .print("never").
+!other <- .wait(60); .print("never").
-!start <- .print("never").
+later : b(X) <- .print("later ", X); !g.
+!g <- .print("g"); .wait(10); .print("over").
