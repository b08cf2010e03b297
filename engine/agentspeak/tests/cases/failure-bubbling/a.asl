!start.

+!start <- !a; .print("start goes on"); .stopMAS.
+!a <- !b; .print("not reached in a").
-!a[error(E), code(C), code_line(L)] <- .print("a failed: ", E, " ", C, " ", L).
+!b <- !c; .print("not reached in b").
+!c <- .print("c"); .fail; .print("not reached in c").
