// A belief that counts: -+.
{ include("rounds.asl") }
size(200000).
rounds(8).
count(0).
+!prepare(_).
+!work(N) : N > 0
   <- ?count(X);
      -+count(X + 1);
      !work(N - 1).
+!work(0).
