!start.

+!start <- !g; .print("g is over"); !!later; !h; .print("h is over"); .stopMAS.
+!g <: done(_) <- .print("g begins"); !work(1); .print("not reached").
+!work(N) <- .print("work ", N); +done(N); .print("not reached"); !work(N + 1).
+!h <: flag(F) & F > 1 <- .print("the body of h ends, h does not").
+!later <- .wait(20); .print("flag 1"); +flag(1); .wait(20); .print("flag 2"); +flag(2); .wait(100).
