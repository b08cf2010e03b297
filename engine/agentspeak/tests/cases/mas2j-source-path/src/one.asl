{ include("shared.asl") }
!start.
+!start <- !hello(one); .wait(50); .send(two, achieve, end).
