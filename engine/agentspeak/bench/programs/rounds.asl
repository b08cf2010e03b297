// What all programs have in common: rounds of the same work, each with its time. The first ones are for the virtual machine to get going.

!begin.

+!begin : size(N) & rounds(R)
   <- !prepare(N);
      !again(R, N).
-!begin
   <- .print("failed");
      .stopMAS(0, 1).

+!again(0, _) <- .stopMAS.
+!again(R, N)
   <- .nano_time(From);
      !work(N);
      .nano_time(To);
      .print("ns ", To - From);
      !again(R - 1, N).
