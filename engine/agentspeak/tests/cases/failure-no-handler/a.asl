!start.
!other.

+!start <- .print("start"); !g; .print("not reached").
+!g <- .fail.
+!other <- .wait(50); .print("other"); .stopMAS(0, 3).
