steps(5).

+at(X, Y, N) : steps(N) <- !tell(X, Y); leave.
+at(X, Y, N) <- step(N mod 3 - 1, 1).

+!tell(X, Y) <- .print("at ", X, " ", Y).
