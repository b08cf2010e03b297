queens(0, []).
queens(N, [Q|Qs]) :- N > 0 & queens(N - 1, Qs) & .range(Q, 1, 6) & safe(Q, 1, Qs).
safe(_, _, []).
safe(Q, D, [Q1|Qs]) :- Q \== Q1 & Q1 - Q \== D & Q - Q1 \== D & safe(Q, D + 1, Qs).
!start.

+!start
   <- ?queens(6, Qs); .print(Qs);
      .findall(S, queens(6, S), All); .length(All, N); .print(N, " ", All);
      .stopMAS.
