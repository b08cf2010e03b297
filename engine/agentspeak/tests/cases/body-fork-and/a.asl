!start.

+!start
   <- !a |&| !b |&| !c; .print("joined");
      .stopMAS.
+!a <- .print("a begins"); .wait(30); .print("a ends").
+!b <- .print("b begins"); .wait(10); .print("b ends").
+!c <- .print("c").
