+!file(P)[source(S)] <- .print("files ", P, " for ", S); .wait(300); .stopMAS.
+news(N)[source(S)] <- .print("heard ", N, " of ", S); .send(depot, tell, secret(1)).
