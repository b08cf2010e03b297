!g(X, "s")[mark].
!h[source(me)].

+!g(A, B)[mark, source(S)] <- .print(B, " ", S); A = 1; .print(A).
+!h[source(S)] <- .print("h from ", S); .wait(20); .stopMAS.
