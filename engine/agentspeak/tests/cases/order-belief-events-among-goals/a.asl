!start.

+!start <- !!a; !!b; .wait(50); .stopMAS.
+!a <- .print("a1"); +p(a); .print("a2").
+!b <- .print("b1"); +p(b); .print("b2").
+p(X) <- .print("+p ", X, " 1"); .print("+p ", X, " 2").
