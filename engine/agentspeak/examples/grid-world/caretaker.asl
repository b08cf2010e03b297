/* Waits until the room is clean, has it drawn, and ends the day. */

+left(N) : N > 0 & N mod 5 == 0 <- .print(N, " to go").

+spotless
   <- show;
      .wait(50); // for what the robots still print
      .print("the room is clean");
      .stopMAS.
