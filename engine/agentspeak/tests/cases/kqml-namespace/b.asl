+n::p(X)[source(S)] <- .print("+n::p ", X, " ", S).
-n::p(X)[source(S)] <- .print("-n::p ", X, " ", S).
+!n::g(X)[source(S)] <- .print("n::g ", X, " ", S).
+!end <- .stopMAS.
