// A goal that pursues itself in last place.
{ include("rounds.asl") }
size(300000).
rounds(8).
+!prepare(_).
+!work(N) : N > 0 <- !work(N - 1).
+!work(0).
