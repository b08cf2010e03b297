+sky(K, C) <- .print(K, " is ", C).
+done <- .findall(s(K, C), sky(K, C), L); .print(L).
