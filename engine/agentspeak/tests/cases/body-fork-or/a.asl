!start.

+!start
   <- !slow ||| !fast; .print("one is enough");
      .wait(200);
      .stopMAS.
+!slow <- .wait(100); .print("slow: not reached").
+!fast <- .wait(10); .print("fast").
