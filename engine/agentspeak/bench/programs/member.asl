// Looks for the last element of a list of 10^5, and for the first that is large enough.
{ include("rounds.asl") }
size(100000).
rounds(10).
+!prepare(N)
   <- .findall(I, .range(I, 1, N), L);
      +list(L).
+!work(N) : list(L)
   <- .member(N, L);
      ?(.member(X, L) & X > N - 1);
      X == N.
