!start.

+!start <- !even(20001, R); .print(R); !sum(10000, 0, S); .print(S); .stopMAS.
+!even(0, yes).
+!even(N, R) <- !odd(N - 1, R).
+!odd(0, no).
+!odd(N, R) <- !even(N - 1, R).
+!sum(0, A, A).
+!sum(N, A, S) <- !sum(N - 1, A + N, S).
