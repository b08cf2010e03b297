!start.

+!start <- !!other; !g; .wait(50); .stopMAS.
@[atomic] +!g <- .print("g 1"); !sub; .print("g 2"); .print("g 3").
+!sub <- .print("sub 1"); .print("sub 2").
+!other <- .print("other 1"); .print("other 2"); .print("other 3"); .print("other 4"); .print("other 5").
