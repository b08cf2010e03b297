p(0). done(early).
!start.

+!start
   <- !early; .print("early is over");
      !!ticks; !count; ?p(N); .print("count is over at ", N);
      !outer; .print("outer is over");
      .wait(100); .stopMAS.
+!early <: done(early) <- .print("early"); .wait(5000).
+!count <: p(3) <- .print("counts"); .wait(5000); .print("never").
+!ticks <- for (.range(I, 1, 4)) { .wait(20); -+p(I) }; +open.
+!outer <: open <- !inner; .print("never").
+!inner <: false <- .wait(5000).
