!g.

+!g <- !g1; +gb; .wait(20); .suspend; g_never.
+!g1 <- .print(one); !!g2; !!g3.
+!g2 <- !g4; .print(two).
+!g4 <- .print(four).
+!g3 <- .wait(g_never(1)).

+gb <- .wait(100); .drop_intention(g3); .wait(20); .resume(g); .wait(20); -gb; +g_unminded; !g5.
-!g <- .print(failed).
+!g5 <- .wait(20); .stopMAS.
