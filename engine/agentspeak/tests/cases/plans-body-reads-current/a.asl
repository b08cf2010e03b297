n(1).
!start.

+!start : n(X) <- -+n(2); .print(X); ?n(Y); .print(Y); !sub; ?n(Z); .print(Z); .stopMAS.
+!sub : n(X) <- -+n(X * 10).
