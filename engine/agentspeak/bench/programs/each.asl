// Blocks: for, if and while.
{ include("rounds.asl") }
size(50000).
rounds(8).
total(0).
left(0).
+!prepare(_).
+!work(N)
   <- for (.range(I, 1, N)) {
         if (I mod 100 == 0) {
            ?total(T);
            -+total(T + I)
         }
      };
      -+left(1000);
      while (left(K) & K > 0) {
         -+left(K - 1)
      }.
