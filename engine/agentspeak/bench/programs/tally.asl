// Counts some of 10^5 beliefs, and asks for all that a list of pairs can be made of.
{ include("rounds.asl") }
size(100000).
rounds(10).
+!prepare(0).
+!prepare(N)
   <- +fact(N, N mod 1000);
      !prepare(N - 1).
+!work(_)
   <- .count(fact(_, 7), 100);
      .findall(pair(V, K), fact(K, V) & K mod 100 == 0 & not V == 0, L);
      .length(L, 900).
