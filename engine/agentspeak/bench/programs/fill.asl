// Many beliefs of one kind come, and go again.
{ include("rounds.asl") }
size(10000).
rounds(8).
+!prepare(_).
+!work(N)
   <- !fill(N);
      !clear(N).
+!fill(N) : N > 0
   <- +fact(N, N mod 10);
      !fill(N - 1).
+!fill(0).
+!clear(N) : N > 0
   <- -fact(N, N mod 10);
      !clear(N - 1).
+!clear(0).
