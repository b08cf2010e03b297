// Asks 10^5 beliefs for one by its second argument.
{ include("rounds.asl") }
size(100000).
rounds(8).
+!prepare(0).
+!prepare(N)
   <- +fact(N mod 1000, N);
      !prepare(N - 1).
+!work(_) <- !ask(20).
+!ask(0).
+!ask(K)
   <- ?fact(V, K * 4500);
      V == K * 4500 mod 1000;
      !ask(K - 1).
