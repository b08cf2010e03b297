// Path finding by rules: all paths from corner to corner of a grid of streets, 5 x 5, one way only; n times.
{ include("rounds.asl") }

street(p(X, Y), p(X1, Y)) :- X < 5 & X1 = X + 1.
street(p(X, Y), p(X, Y1)) :- Y < 5 & Y1 = Y + 1.

path(To, To, [To]).
path(From, To, [From | Path]) :- street(From, Next) & path(Next, To, Path).

+!work(N, Sum) <- !repeat(N, 0, Sum).

+!repeat(0, Sum, Sum).
+!repeat(N, Before, Sum)
   <- .findall(L, path(p(1, 1), p(5, 5), Path) & .length(Path, L), Lengths);
      !repeat(N - 1, Before + math.sum(Lengths), Sum).
