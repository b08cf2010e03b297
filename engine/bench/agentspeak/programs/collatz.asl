// Loops: the number with the longest Collatz sequence up to n.
{ include("rounds.asl") }

+!work(N, result(Best, Longest))
   <- -+longest(0, 0);
      for (.range(I, 1, N)) {
         -+number(I);
         -+steps(0);
         while (number(X) & X > 1) {
            if (X mod 2 == 0) {
               -+number(X div 2)
            } else {
               -+number(3 * X + 1)
            };
            ?steps(S);
            -+steps(S + 1)
         };
         ?steps(Steps);
         ?longest(_, Most);
         if (Steps > Most) {
            -+longest(I, Steps)
         }
      };
      ?longest(Best, Longest).
