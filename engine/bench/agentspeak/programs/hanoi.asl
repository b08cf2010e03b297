// Hierarchical goals: the towers of Hanoi with 7 discs, n times there and back.
{ include("rounds.asl") }

+!work(N, Moves)
   <- .abolish(on(_, _));
      -+moves(0);
      for (.range(Disc, 1, 7)) {
         +on(Disc, left)
      };
      !repeat(N);
      ?on(1, left);
      ?on(7, left);
      ?moves(Moves).

+!repeat(0).
+!repeat(N)
   <- !tower(7, left, right, middle);
      !tower(7, right, left, middle);
      !repeat(N - 1).

+!tower(0, _, _, _).
+!tower(N, From, To, Via)
   <- !tower(N - 1, From, Via, To);
      !move(N, From, To);
      !tower(N - 1, Via, To, From).

+!move(Disc, From, To) : on(Disc, From) & moves(Moves)
   <- -on(Disc, From);
      +on(Disc, To);
      -+moves(Moves + 1).
