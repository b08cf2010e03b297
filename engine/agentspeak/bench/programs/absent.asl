// What is not believed of 10^5 beliefs, in a context.
{ include("rounds.asl") }
size(100000).
rounds(8).
+!prepare(0).
+!prepare(N)
   <- +fact(N, N mod 1000);
      !prepare(N - 1).
+!work(_) <- !look(20).
+!look(0).
+!look(K) : not (fact(_, V) & V > 999 + K) <- !look(K - 1).
