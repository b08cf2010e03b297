// Sudoku by rules: a cell that has one candidate left gets it, until all have theirs; n times.
{ include("rounds.asl") }

given(0, 3, 4).
given(0, 4, 5).
given(0, 5, 6).
given(0, 6, 7).
given(1, 2, 6).
given(1, 5, 9).
given(1, 6, 1).
given(1, 7, 2).
given(2, 1, 8).
given(2, 5, 3).
given(2, 8, 6).
given(3, 1, 3).
given(3, 4, 6).
given(3, 5, 7).
given(3, 6, 8).
given(3, 8, 1).
given(4, 0, 5).
given(4, 3, 8).
given(5, 1, 9).
given(5, 2, 1).
given(5, 6, 5).
given(6, 1, 4).
given(6, 3, 6).
given(6, 4, 7).
given(7, 4, 1).
given(7, 6, 3).
given(7, 8, 5).
given(8, 1, 1).
given(8, 2, 2).
given(8, 5, 5).
given(8, 7, 7).
given(8, 8, 8).

digit(1).
digit(2).
digit(3).
digit(4).
digit(5).
digit(6).
digit(7).
digit(8).
digit(9).
index(0).
index(1).
index(2).
index(3).
index(4).
index(5).
index(6).
index(7).
index(8).

empty(R, C) :- index(R) & index(C) & not cell(R, C, _).
taken(R, _, V) :- cell(R, _, V).
taken(_, C, V) :- cell(_, C, V).
taken(R, C, V) :- cell(R1, C1, V) & R1 div 3 == R div 3 & C1 div 3 == C div 3.
candidate(R, C, V) :- digit(V) & not taken(R, C, V).
single(R, C, V) :- empty(R, C) & .findall(X, candidate(R, C, X), [V]).

+!work(N, Sum) <- !repeat(N, 0, Sum).

+!repeat(0, Sum, Sum).
+!repeat(N, Before, Sum)
   <- .abolish(cell(_, _, _));
      for (given(R, C, V)) {
         +cell(R, C, V)
      };
      !solve;
      .findall((I + 1) * (J + 2) * X, cell(I, J, X), Values);
      !repeat(N - 1, Before + math.sum(Values), Sum).

+!solve : single(R, C, V)
   <- +cell(R, C, V);
      !solve.
+!solve : not empty(_, _).
