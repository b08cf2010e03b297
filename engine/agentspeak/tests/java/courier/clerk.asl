+!file(P)[source(S)] <- .print("files ", P, " for ", S); .wait(passed_on & told); .send(depot, askOne, arrived(_), _); .stopMAS.
+news(N)[source(S)] <- .print("heard ", N, " of ", S); .send(depot, tell, secret(1)); +passed_on.
