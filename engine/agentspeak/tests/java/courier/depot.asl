+arrived(P)[source(S)] <- .print(S, " is at ", P); .send(clerk, achieve, file(P)).
+news(N)[source(S)] <- .print("news ", N, " of ", S); .send(clerk, tell, told).
+secret(X) <- .print("never ", X).
