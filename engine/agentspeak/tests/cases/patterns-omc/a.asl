!start.
want.
n(0).

{ begin omc(built, impossible, want) }
+!built : n(X) & X < 2 <- .print("building ", X); -+n(X + 1).
+!built <- .print("no motive"); -want.
{ end }

+!start <- !built; .print("goes on"); .stopMAS.
-!start <- .print("start failed"); .stopMAS.
