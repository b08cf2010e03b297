// Elements of a list of 10^4 by their number.
{ include("rounds.asl") }
size(10000).
rounds(8).
+!prepare(N)
   <- .findall(I, .range(I, 0, N), L);
      +list(L).
+!work(N) : list(L) <- !pick(200, L).
+!pick(0, _).
+!pick(K, L)
   <- .nth(K * 50, L, X);
      X == K * 50;
      !pick(K - 1, L).
