// Beliefs that come and go, one at a time: + and -.
{ include("rounds.asl") }
size(200000).
rounds(8).
+!prepare(_).
+!work(N) : N > 0
   <- +fact(N);
      -fact(N);
      !work(N - 1).
+!work(0).
