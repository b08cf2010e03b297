// The same with a sum to be given back.
{ include("rounds.asl") }
size(200000).
rounds(8).
+!prepare(_).
+!work(N)
   <- !sum(N, 0, S);
      S > N.
+!sum(0, S, S).
+!sum(N, A, S) <- !sum(N - 1, A + N, S).
