!start.

+!start <- .print("first"); .wait(300); .print("second"); .wait(300); .print("third"); .stopMAS.
+jag_sleeping <- .print("sleeps").
+jag_awaking <- .print("awakes").
