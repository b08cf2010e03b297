+p(X)[source(S)] <- .print("+p ", X, " from ", S).
-p(X)[source(S)] <- .print("-p ", X, " from ", S).
+last
   <- .findall(p(X), p(X), L);
      .print(L);
      .stopMAS.
