{ include("common.asl") }

+!come : .my_name(visitor1) <- !go(3, 3); ?sees(What, Text); .print(What, " ", Text); !go(4, 1); .send(guard, tell, back(visitor1)); .send(visitor2, tell, turn).
+!come <- .wait(turn); !go(5, 5); !go(20, 20); .send(guard, tell, back(visitor2)).

+closed(M)[by(B), at(T), source(S)] <- .print(M, " closed by ", B, " at ", T, " known by ", S); .send(guard, tell, noticed).
-open : .my_name(visitor1) <- .print("not open any more"); .send(guard, tell, out).
