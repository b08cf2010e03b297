level(0).
!start.

+!start <- +a(1); .print("after a"); ++a(2); .print("after ++a"); -a(1); .print("after -a"); .wait(50); .stopMAS.
+a(X) <- .print("+a ", X); +b(X); .print("+a ", X, " ends").
+b(X) <- .print("+b ", X); -+level(X); -b(X); .print("+b ", X, " ends").
-b(X) <- .print("-b ", X).
+level(X) <- .print("level ", X).
-level(X) <- .print("no level ", X).
-a(X) : a(Y) <- .print("-a ", X, ", ", Y, " is left"); -a(Y).
-a(X) <- .print("-a ", X, ", none is left").
