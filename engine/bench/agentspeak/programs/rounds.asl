// What all programs have in common: the same work several times, each time with its result and its time. The beliefs size(N) and
// rounds(R) come from the project; a program has plans for work(N, Result).

!rounds.

+!rounds : rounds(R)
   <- !rounds(R);
      .stopMAS.
-!rounds
   <- .print("failed");
      .stopMAS.

+!rounds(0).
+!rounds(R) : size(N)
   <- .nano_time(From);
      !work(N, Result);
      .nano_time(To);
      .print("result: ", Result);
      .print("time: ", To - From);
      !rounds(R - 1).
