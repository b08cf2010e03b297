!start.
hungry.
n(0).

{ begin rc(eaten, hungry) }
+!eaten : n(X) & X < 3 <- .print("looking ", X); -+n(X + 1).
+!eaten <- .print("no more hunger"); -hungry.
{ end }

+!start <- !eaten; .print("goes on"); .stopMAS.
-!start <- .print("start failed"); .stopMAS.
