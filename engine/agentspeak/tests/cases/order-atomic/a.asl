!start.

+!start <- !!a; !!b; !!c; .wait(50); .stopMAS.
+!a <- .print("a1"); .print("a2"); .print("a3"); .print("a4").
@[atomic] +!b <- .print("b1"); !sub; .print("b2"); +p; .print("b3").
+!sub <- .print("sub1"); .print("sub2").
+p <- .print("+p").
+!c <- .print("c1"); .print("c2"); .print("c3").
