!start.

+!start <- !a; !b; !c; .stopMAS.
+!a <- .send(nobody, tell, p(1)); .print("a goes on").
-!a[error(E), error_msg(M)] <- .print("a failed: ", E).
+!b <- .send(nobody, askOne, p(X), A); .print("b goes on ", A).
-!b[error(E)] <- .print("b failed: ", E).
+!c <- .send(a, tell, q(1)); .wait(20); ?q(X)[source(S)]; .print("to myself: ", X, " ", S).
