// Goes through a list of 10^5 goal by goal.
{ include("rounds.asl") }
size(100000). rounds(8).
+!prepare(N) <- .findall(I, .range(I, 1, N), L); +list(L).
+!work(N) : list(L) <- !find(N, L).
+!find(X, [X|_]).
+!find(X, [_|T]) <- !find(X, T).
