!start.
+!start <- .send(b, askOne, failing(X), A, 200); .print(A); .send(b, askOne, unknown(X), B, 5000); .print(B); .stopMAS.
