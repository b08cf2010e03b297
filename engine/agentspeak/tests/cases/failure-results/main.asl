// What a plan for a failure has for the variables that its goal was called with.
!s1.
+!s1 <- !g1(X, Y); .print("1 ", X, " ", Y); !s2.
+!g1(a, _) <- .fail.
-!g1(A, B) <- B = 5.
+!s2 <- !g2(X, Y); .print("2 ", X, " ", Y); !s3.
+!g2(a, _) <- .fail.
-!g2(A, 5) <- true.
+!s3 <- !g3(X, Y); .print("3 ", X, " ", Y); !s4.
+!g3(A, B) <- .fail.
-!g3(A, 5) <- true.
+!s4 <- !g4(X, Y); .print("4 ", X, " ", Y); !s5.
+!g4(a, [_|_]) <- .fail.
-!g4(A, [B]) <- true.
+!s5 <- !g5(X, Y, Z); .print("5 ", X, " ", Y, " ", Z); !s6.
+!g5(A, b, C) <- A = 1; !fails; C = 2.
-!g5(A, B, C) <- .print("handles ", B); C = 3.
+!fails <- .fail.
+!s6 <- !g6(X, Y); .print("6 ", X, " ", Y); !s7.
+!g6(f(A), B) <- B = 1; .fail.
-!g6(f(A), B) <- A = 4; B = 6.
+!s7 <- !g7(X, Y); .print("7 ", X, " ", Y); !s8.
-!g7(A, B) <- A = no; B = plan.
+!s8 <- !g8(3, X, Y); .print("8 ", X, " ", Y); !s9.
+!g8(0, a, _) <- .fail.
+!g8(N, A, B) <- !g8(N - 1, B, A).
-!g8(0, A, B) <- B = 8.
+!s9 <- !outer(X); .print("9 ", X); !s10.
+!outer(X) <- !inner(X, Y); .print(never).
+!inner(a, b) <- .fail.
-!outer(X) <- X = handled.
+!s10 <- !g10(X, X, Y); .print("10 ", X, " ", Y); !s11.
+!g10(A, B, c) <- .fail.
-!g10(A, B, C) <- B = 9.
+!s11 <- ?g11(X, Y); .print("11 ", X, " ", Y); .stopMAS.
+?g11(a, _) <- .fail.
-?g11(A, B) <- B = 11.
-!s11 <- .print("11 fails"); .stopMAS.
