// The events of its beliefs have no listener.
rounds(30).
!begin.

+!begin
   <- speed.fill(1000);
      !round(1).
+!round(N) : rounds(R) & N > R <- .stopMAS.
+!round(N)
   <- speed.beliefs(3000);
      .wait(1);
      !round(N + 1).
