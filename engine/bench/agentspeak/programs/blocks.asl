// The blocks world: a tower of n blocks is built again with its lowest block under the others, in the opposite order.
{ include("rounds.asl") }

clear(table).
clear(Block) :- not on(_, Block).

+!work(N, result(Moves, Top))
   <- .abolish(on(_, _));
      -+moves(0);
      for (.range(I, 1, N - 1)) {
         +on(I, I + 1)
      };
      +on(N, table);
      !on(1, N);
      !tower(2, N - 1);
      ?on(Top, N - 2);
      ?moves(Moves).

+!tower(Block, Last) : Block > Last.
+!tower(Block, Last)
   <- !on(Block, Block - 1);
      !tower(Block + 1, Last).

+!on(X, Y) : on(X, Y).
+!on(X, Y)
   <- !clear(X);
      !clear(Y);
      !move(X, Y).

+!clear(X) : clear(X).
+!clear(X) : on(Above, X)
   <- !clear(Above);
      !move(Above, table);
      !clear(X).

+!move(X, To) : on(X, From) & moves(Moves)
   <- -on(X, From);
      +on(X, To);
      -+moves(Moves + 1).
