!start.
p(1). p(2).
+!start <- .my_name(Me); .send(Me, askOne, p(X), A); .print(A); .send(Me, askAll, p(Y), L); .print(L); .stopMAS.
