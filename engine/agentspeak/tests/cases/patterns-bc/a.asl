!start.
n(0).

{ begin bc(full, bdg(full)) }
+!full : n(X) & X < 3 <- .print("pour ", X); -+n(X + 1).
+!full <- .print("pour the last"); +full.
{ end }

+!start <- !full; .print("full"); .stopMAS.
