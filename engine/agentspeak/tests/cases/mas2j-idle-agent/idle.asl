// no plans at first but this
+!wake[source(S)] <- .print("awake, ", S).
