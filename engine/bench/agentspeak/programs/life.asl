// Conway's game of life on a torus of 16 x 16, n generations of a glider and a blinker.
{ include("rounds.asl") }

around(-1, -1).
around(-1, 0).
around(-1, 1).
around(0, -1).
around(0, 1).
around(1, -1).
around(1, 0).
around(1, 1).

neighbours(X, Y, Count) :-
   .count(around(DX, DY) & alive((X + DX + 16) mod 16, (Y + DY + 16) mod 16), Count).
next(X, Y) :- neighbours(X, Y, 3).
next(X, Y) :- alive(X, Y) & neighbours(X, Y, 2).

+!work(N, Sum)
   <- .abolish(alive(_, _));
      +alive(1, 0);
      +alive(2, 1);
      +alive(0, 2);
      +alive(1, 2);
      +alive(2, 2);
      +alive(10, 10);
      +alive(11, 10);
      +alive(12, 10);
      !generations(N);
      .findall(X * 16 + Y + 1, alive(X, Y), Cells);
      Sum = math.sum(Cells).

+!generations(0).
+!generations(N)
   <- .findall(cell(X, Y), .range(X, 0, 15) & .range(Y, 0, 15) & next(X, Y), Cells);
      .abolish(alive(_, _));
      for (.member(cell(X, Y), Cells)) {
         +alive(X, Y)
      };
      !generations(N - 1).
