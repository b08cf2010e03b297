!a(1).
!a(2).
!a(3).
!a(4).

+!a(N) <- .print(N, " 1"); .print(N, " 2"); !b(N); .print(N, " 4"); .print(N, " 5"); !end(N).
+!b(N) <- .print(N, " 3").
+!end(4) <- .stopMAS.
+!end(N).
