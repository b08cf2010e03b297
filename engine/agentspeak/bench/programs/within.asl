// Goes through lists of 500 by rules.
{ include("rounds.asl") }
size(500).
rounds(10).
in(X, [X | _]).
in(X, [_ | T]) :- in(X, T).
+!prepare(N)
   <- .findall(I, .range(I, 1, N), L);
      +list(L).
+!work(N) : list(L) <- !look(40, N, L).
+!look(0, _, _).
+!look(K, N, L) : in(N, L) <- !look(K - 1, N, L).
