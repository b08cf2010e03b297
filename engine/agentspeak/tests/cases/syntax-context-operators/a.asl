p(1). q(2).
!start.

+!start <- !t(1); !t(2); !t(3); !t(4); !t(5); !t(6); .stopMAS.
+!t(1) : p(1) | q(9) & q(8) <- .print("1: | is weaker than &").
+!t(1) <- .print("1: other").
+!t(2) : not p(9) & q(2) <- .print("2: not takes one literal").
+!t(2) <- .print("2: other").
+!t(3) : not p(1) | q(2) <- .print("3: not before |").
+!t(3) <- .print("3: other").
+!t(4) : p(X) & q(Y) & X + 1 == Y & Y * 2 - 1 > X <- .print("4: ", X, Y).
+!t(4) <- .print("4: other").
+!t(5) : not (p(1) & q(9)) & (p(1) | q(9)) <- .print("5: parentheses").
+!t(5) <- .print("5: other").
+!t(6) : not 1 > 2 & not a == b <- .print("6: not of comparisons").
+!t(6) <- .print("6: other").
