// Wins where it can, keeps the other from winning, else takes the first cell that is free.

line([1,2,3]). line([4,5,6]). line([7,8,9]).
line([1,4,7]). line([2,5,8]). line([3,6,9]).
line([1,5,9]). line([3,5,7]).

completes(Who, Cell) :-
    line(L) & .member(Cell, L) & cell(Cell, empty) &
    .findall(C, .member(C, L) & cell(C, Who), Taken) & .length(Taken, 2).

best(Cell) :- mine(Me) & completes(Me, Cell).
best(Cell) :- theirs(Other) & completes(Other, Cell).
best(5)    :- cell(5, empty).
best(Cell) :- .member(Cell, [1,3,7,9,2,4,6,8]) & cell(Cell, empty).

+!say(What) <- .print("plays ", What).

+turn(N) : mine(Me) & best(Cell)
   <- .print(N, ": ", Cell);
      put(Me, Cell).

-!put(Cell) <- .print("not at ", Cell).

+won(Me) : mine(Me)   <- .print("won"); .send(judge, tell, seen).
+won(Me) : theirs(Me) <- .print("lost"); .send(judge, tell, seen).
+drawn                <- .print("drawn"); .send(judge, tell, seen).
