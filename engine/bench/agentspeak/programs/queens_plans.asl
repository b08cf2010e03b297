// Queens by plans: the first solution on a board of 8 x 8, n times. Where a row has no free column,
// the queen in the row before goes on.
{ include("rounds.asl") }

attacked(Row, Col) :- queen(R, C) & (C == Col | R - C == Row - Col | R + C == Row + Col).

+!work(N, Sum) <- !repeat(N, 0, Sum).

+!repeat(0, Sum, Sum).
+!repeat(N, Before, Sum)
   <- .abolish(queen(_, _));
      !place(1);
      .findall(R * C, queen(R, C), Products);
      !repeat(N - 1, Before + math.sum(Products), Sum).

+!place(Row) : Row > 8.
+!place(Row) <- !try(Row, 1).

+!try(Row, Col) : Col > 8 & queen(Row - 1, C)
   <- -queen(Row - 1, C);
      !try(Row - 1, C + 1).
+!try(Row, Col) : attacked(Row, Col) <- !try(Row, Col + 1).
+!try(Row, Col)
   <- +queen(Row, Col);
      !place(Row + 1).
