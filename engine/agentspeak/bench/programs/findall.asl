// Half of 10^5 beliefs as a list.
{ include("rounds.asl") }
size(100000).
rounds(10).
+!prepare(0).
+!prepare(N)
   <- +fact(N, N mod 1000);
      !prepare(N - 1).
+!work(_)
   <- .findall(K, fact(K, V) & V >= 500, L);
      .length(L, 50000).
