// Rules that need each other: Fibonacci's numbers, and ways in a graph.
{ include("rounds.asl") }
size(16).
rounds(10).
edge(1, 2).
edge(2, 3).
edge(3, 4).
edge(4, 5).
edge(5, 6).
edge(6, 7).
edge(7, 8).
edge(2, 9).
edge(9, 5).
edge(4, 10).
edge(10, 8).
way(X, X, 0).
way(X, Y, N) :- edge(X, Z) & way(Z, Y, M) & N = M + 1.
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1 & fib(N - 1, A) & fib(N - 2, B) & F = A + B.
+!prepare(_).
+!work(N)
   <- ?fib(N, F);
      F == 987;
      !ways(200).
+!ways(0).
+!ways(K)
   <- .findall(N, way(1, 8, N), L);
      .length(L, 3);
      !ways(K - 1).
