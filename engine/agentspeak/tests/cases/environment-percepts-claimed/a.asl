p(1)[source(percept)].
p(2).
!s.
+!s <- .wait(100); .findall(X, p(X), L); .print(L); .stopMAS.
-p(X)[source(S)] <- .print(gone(X, S)).
