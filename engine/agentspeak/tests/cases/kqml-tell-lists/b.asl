+p(X)[source(S)] <- .findall(A, p(X)[A], L); .print("+p ", X, " ", L).
+~p(X) <- .print("+~p ", X).
+ns::p(X) <- .print("+ns::p ", X).
+open(X) <- .print("open").
+twice <- .print("twice").
!g(0).
+!g(X) <- .print("g ", X).
+!end <- .findall(X, p(X), L); .sort(L, S); .print(S); .stopMAS.
