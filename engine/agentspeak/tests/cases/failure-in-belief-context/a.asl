!start.
r(X) :- .nth(X, [a], Y) & Y == a.
s(X) :- X > 0.
!start2.

+!start <- !a(0); !a(7); !b; !c; .stopMAS.
+!a(X) : r(X) <- .print("r(", X, ")").
+!a(X) <- .print("not r(", X, ")").
+!b : s(V) <- .print("s holds for a variable").
+!b <- .print("s does not hold for a variable").
+!c <- ?r(7).
-!c[error(E)] <- .print("c: ", E).
+!start2.
