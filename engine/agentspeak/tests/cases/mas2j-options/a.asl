p(1).
!b.
+!a[source(S)] <- .print("a ", S); .findall(X, p(X), L); .print(L).
+!b[source(S)] <- .print("b ", S).
+!c(X)[source(S)] <- .print("c ", X, " ", S); .wait(50); .stopMAS.
+p(X)[source(S)] <- .print("+p ", X, " ", S).
