// Asks 10^5 beliefs for one by its first argument.
{ include("rounds.asl") }
size(100000).
rounds(8).
+!prepare(0).
+!prepare(N)
   <- +fact(N, N mod 1000);
      !prepare(N - 1).
+!work(_) <- !ask(100).
+!ask(0).
+!ask(K)
   <- ?fact(K * 900, V);
      V == K * 900 mod 1000;
      !ask(K - 1).
