// Goes through a list of 3,000 elements goal by goal.
{ include("rounds.asl") }
size(3000).
rounds(8).
+!prepare(N)
   <- .findall(I, .range(I, 1, N), L);
      +list(L).
+!work(N) : list(L) <- !find(N, L).
+!find(X, [X | _]).
+!find(X, [_ | T]) <- !find(X, T).
