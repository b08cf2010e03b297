+!kqml_received(S, tell, secret(X), _) <- .print("secret ", X, " from ", S).
+!kqml_received(S, achieve, g, _) <- .print("refusing g of ", S).
+p(X)[source(S)] <- .print("+p ", X, " ", S).
+secret(X) <- .print("not reached").
+!g <- .print("not reached").
+!end <- if (secret(_)) { .print("a belief") } else { .print("no belief") }; .stopMAS.
