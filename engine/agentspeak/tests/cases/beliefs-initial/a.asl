a(1).
b(2).
a(3).
c(X) :- X = 4.
d(Y).
!start.
e(5).

+a(X)[source(S)] <- .print("+a ", X, " ", S).
+b(X) <- .print("+b ", X).
+e(X) <- .print("+e ", X).
+d(X) <- .print("+d").
+!start <- .print(start); ?c(X); .print(X); if (d(9)) { .print("d(9)") }; .stopMAS.
