+!go(X, Y) : at(X, Y)[in(P)] <- .print("is at ", X, ",", Y, " in ", P).
+!go(X, Y) <- move(X, Y); !go(X, Y).
-!go(X, Y)[error(action_failed)] <- .print("no way to ", X, ",", Y).
