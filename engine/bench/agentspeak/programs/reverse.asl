// A list that is built and reversed by plans, with an accumulator.
{ include("rounds.asl") }

+!work(N, First)
   <- !count(N, List);
      !reverse(List, [], [First | _]).

+!count(0, []).
+!count(N, [N | Tail]) <- !count(N - 1, Tail).

+!reverse([], Reversed, Reversed).
+!reverse([Head | Tail], Before, Reversed) <- !reverse(Tail, [Head | Before], Reversed).
