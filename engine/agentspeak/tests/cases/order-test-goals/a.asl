p(1).
!start.

+!start <- !!a; !!b; .wait(50); .stopMAS.
+!a <- ?p(X); .print("a1"); ?q(Y); .print("a2"); ?p(Z); .print("a3").
+?q(Y) <- Y = 1.
+!b <- .print("b1"); .print("b2"); .print("b3"); .print("b4"); .print("b5").
