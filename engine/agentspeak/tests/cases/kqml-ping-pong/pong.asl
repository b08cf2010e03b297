+!hit(0) <- .print("done"); .stopMAS.
+!hit(N)[source(S)] <- .send(S, achieve, hit(N - 1)).
