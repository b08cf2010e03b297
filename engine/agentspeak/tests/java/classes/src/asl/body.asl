there(1).
!start.
!again.
+!start <- ?greeting(G); .print(G); own; ?mine(M); .print("mine ", M); theirs; .print("theirs done"); !failing;
   .send(other, tell, hello(1)); .send(other, tell, secret(2)); .broadcast(tell, all(3)); .wait(heard(_)); ?heard(H); .print("heard ", H);
   .send(picky, tell, told(1)); .send(picky, tell, told(2)); .wait(500); .send(picky, tell, end); .wait(100); .stopMAS.
+!again <- .print("again").
+!failing <- own(wrong).
-!failing[reason(R), error_msg(M)] <- .print("own failed: ", M, " ", R).
+ready <- .print("ready").
