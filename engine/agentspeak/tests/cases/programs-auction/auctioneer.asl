highest(nobody, 0).
!auction(vase, 3).

+!auction(Item, 0) : highest(W, P) <- .print(Item, " goes to ", W, " for ", P); .broadcast(tell, winner(Item, W)); .wait(100); .stopMAS.
+!auction(Item, N) : highest(_, P)
   <- .broadcast(tell, round(Item, N, P)); .wait(.count(answered(N)[source(_)], 3), 2000); !auction(Item, N - 1).
@bid[atomic] +bid(N, P)[source(A)] : highest(_, H) & P > H <- -+highest(A, P); +answered(N)[source(A)].
+bid(N, _)[source(A)] <- +answered(N)[source(A)].
+pass(N)[source(A)] <- +answered(N)[source(A)].
