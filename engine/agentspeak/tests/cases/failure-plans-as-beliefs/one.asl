b(1).
!start. !other.

+!start <- .at("now +600", {+later}); .wait(50); .print("before"); ++{+!h <- .print("h")}; .print("never").
+!other <- .wait(400); .print("never").
-!start <- .print("never").
+later : b(X) <- .print("later ", X); !g.
+!g <- .print("g"); .wait(10); .print("over").
