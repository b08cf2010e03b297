+a(X)[H | T] <- .print("a ", X, " ", H, T).
+n::a(X)[H | T] <- .print("n::a ", X, " ", H, T).
+plain[H | T] <- .print("plain ", H, T).
