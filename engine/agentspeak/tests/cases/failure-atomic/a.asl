!start.

+!start <- !!a; !!b; .wait(50); .stopMAS.
@[atomic] +!a <- .print("a1"); !sub; .print("a2").
+!sub <- .print("sub"); .fail.
-!sub <- .print("handler 1"); .print("handler 2").
+!b <- .print("b1"); .print("b2"); .print("b3").
