!start.

{ begin sga("+req(X)", "true", serve(X)) }
{ end }

+!start <- +req(1); .print("requested 1"); +req(2); .print("requested 2"); .wait(100); .stopMAS.
+!serve(X) <- .print("serving ", X); .wait(20 * X); .print("served ", X).
