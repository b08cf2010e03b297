// Queens by rules: all solutions on a board of 6 x 6, n times.
{ include("rounds.asl") }

queens([], _, []).
queens([Row | Rows], Columns, [q(Row, Col) | Queens]) :-
   queens(Rows, Columns, Queens) &
   .member(Col, Columns) &
   safe(Row, Col, Queens).

safe(_, _, []).
safe(Row, Col, [q(R, C) | Others]) :-
   Col \== C &
   Row - Col \== R - C &
   Row + Col \== R + C &
   safe(Row, Col, Others).

+!work(N, Sum) <- !repeat(N, 0, Sum).

+!repeat(0, Sum, Sum).
+!repeat(N, Before, Sum)
   <- .findall(Queens, queens([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], Queens), Solutions);
      !repeat(N - 1, Before + .length(Solutions), Sum).
