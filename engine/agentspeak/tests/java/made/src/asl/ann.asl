!g1.
!start.
+!g1 <- !g2(7); !!g3.
+!g2(X) <- .wait(50).
+!g3 <- .wait(100); !g4.
+!g4 <- .fail.
-!g3 <- .print("g3 failed").
+!start
   <- .wait(300); made.kid(Name); .print("made ", Name);
      .create_agent(pup, "kid.asl", [agentClass("made.First"), beliefBaseClass("made.Counting(3)")]);
      .wait(300); .send([Name, pup], tell, count(1)); .wait(300);
      made.rule; ?double(4, D); .print("double ", D); .wait(100); .stopMAS.
