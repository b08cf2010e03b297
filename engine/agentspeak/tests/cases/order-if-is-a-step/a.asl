!start.

+!start <- !!a; !!b; .wait(50); .stopMAS.
+!a <- if (true) { .print("a1"); .print("a2") }; .print("a3"); for (.member(X, [4, 5])) { .print("a", X) }; .print("a6").
+!b <- .print("b1"); .print("b2"); .print("b3"); .print("b4"); .print("b5"); .print("b6"); .print("b7"); .print("b8"); .print("b9").
