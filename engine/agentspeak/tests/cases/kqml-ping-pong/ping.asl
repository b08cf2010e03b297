!start.
+!start <- .send(pong, achieve, hit(100)).
+!hit(0) <- .print("done"); .stopMAS.
+!hit(N)[source(S)] <- if (N mod 25 == 0) { .print(N) }; .send(S, achieve, hit(N - 1)).
