+n(X) <- .print("+n ", X).
+!end <- .wait(50); .findall(X, n(X), L); .print(L); .stopMAS.
