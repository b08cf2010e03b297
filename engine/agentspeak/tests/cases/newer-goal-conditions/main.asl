!start.

+!start <- !g; .print("behind g"); !h; .print("behind h"); .stopMAS.
+!g <: done(g) <- !in; .print("g"); +x; .wait(20); +done(g); .print("end of g").
+!in <- .print("in").
+x <- .print("x"); !y; .print("end of x").
+!y <- .print("y").
+!h <: done(h) <- .print("h"); !k; .print("h goes on"); !waits; .print("h goes on"); .wait(20); +done(h); .wait(100); .print("end of h"). {
   +!k <- .print("k").
}
+!waits <: done(waits) <- .print("waits"); !!later; .print("end of waits").
+!later <- .wait(10); +done(waits).
