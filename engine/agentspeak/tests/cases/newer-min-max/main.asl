v(3). v(1). v(2). w(b, 1). w(a, 2).
!start.

+!start <- for (.range(N, 1, 14)) { !case(N) }; .stopMAS.
+!case(1) <- .min(X, v(X), Least); .print("one ", Least, " ", X).
+!case(2) <- .max(f(K, N), w(K, N), Most); .print("two ", Most).
+!case(3) <- .min([4, 2, 3], Least); .max([4, 2, 3], Most); .print("three ", Least, " ", Most).
+!case(4) <- .min(X, nothing(X), Least); .print("four ", Least).
+!case(5) <- .min([3, 1, 2], v(_), Least); .print("five ", Least).
+!case(6) <- .min([3, 1, 2], 1, _); .print("six").
+!case(7) <- .min(3, Least); .print("seven ", Least).
+!case(8) <- .min([1], 2, 3, 4); .print("eight").
+!case(9) <- X = 2; .max(Y, v(Y) & Y <= X, Most); .print("nine ", Most, " ", Y).
+!case(10) : .max(X, v(X), 3) & .min(X, v(X) & X > 1, Least) <- .print("ten ", Least).
+!case(11) <- .min(X, v(_), Least); .print("eleven ", Least, " ", X).
+!case(12) <- .max(Y * 2, v(Y), Most); .print("twelve ", Most).
+!case(13) <- .max(X, v(X), 2); .print("thirteen").
+!case(14) <- .max(X, .member(X, [b, 10, f(4), "c"]), Most); .print("fourteen ", Most).
-!case(N)[error(E), error_msg(M)] <- .print("failed ", N, " ", E, " ", M).
