!start.

+!start <- !g; .stopMAS.
+!g <- +p(1); -+n(2); !sub; .print("not reached").
+!sub <- +q(3); .fail.
-!g <- ?p(X); ?n(Y); ?q(Z); .print(X, Y, Z).
