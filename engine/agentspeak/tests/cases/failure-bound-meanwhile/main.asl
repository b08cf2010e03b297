b(c).
!s1. !s2. !s3.
+!s1 <- !g1(_, Y); .print("1 goes on ", Y).
+!g1(_, V) <- ?b(V); .fail.
-!g1(_, 1) <- .print("1 handled").
+!s2 <- !g2(Y); .print("2 goes on ", Y).
+!g2(V) <- ?b(V); .fail.
-!g2(c) <- .print("2 handled").
+!s3 <- !around(Y); .print("3 goes on ", Y); .wait(50); .stopMAS.
+!around(Z) <- !g3(Y); .print("3 around ", Y).
-!around(Z) <- .print("3 around fails"); Z = late.
+!g3(V) <- V = 3; .fail.
-!g3(4) <- .print("3 handled").
