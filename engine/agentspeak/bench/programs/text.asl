// Texts of numbers, joined and looked at.
{ include("rounds.asl") }
size(50000).
rounds(10).
+!prepare(_).
+!work(N) : N > 0
   <- .concat("item ", N, " of ", 50000, T);
      .length(T, L);
      L > 10;
      !work(N - 1).
+!work(0).
