!start.

+!start <- !!k; .wait(20); ++p(1); .wait(20); ++p(2); .wait(20); +over; .wait(20); ++p(3); .wait(20); .stopMAS.
+!k <: over <- .print("k"). {
   +p(X) <- .print("+p ", X, " inside k").
}
+p(3) <- .print("+p 3 outside").
