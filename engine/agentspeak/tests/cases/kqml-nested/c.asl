+news(X)[source(S)] <- .print(X, " from ", S).
+!end[source(S)] <- .print(S, " ends"); .findall(n(X, A), news(X)[A], L); .sort(L, M); .print(M); .stopMAS.
