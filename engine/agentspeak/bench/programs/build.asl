// Makes a list of 3,000 element by element, turns it round, joins and sorts it.
{ include("rounds.asl") }
size(3000).
rounds(8).
+!prepare(_).
+!work(N)
   <- !build(N, [], L);
      .reverse(L, R);
      .concat(L, R, Both);
      .sort(Both, Sorted);
      .nth(0, Sorted, 1);
      .length(Both, M);
      M == 2 * N.
+!build(0, L, L).
+!build(N, L, All) <- !build(N - 1, [N | L], All).
