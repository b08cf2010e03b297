!start.

+!start <- !!a; !!b; !!c; .wait(50); .stopMAS.
+!a <- .print("a1"); !s(a); .print("a2").
+!b <- .print("b1"); .print("b2"); .print("b3"); .print("b4"); .print("b5").
+!c <- !s(c); .print("c1"); !s(c); .print("c2").
+!s(X) <- .print("s ", X).
