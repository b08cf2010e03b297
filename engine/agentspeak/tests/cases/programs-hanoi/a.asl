tower(left, [1,2,3,4]). tower(middle, []). tower(right, []).
moves(0).
!start.

+!start <- !move(4, left, right, middle); ?tower(right, T); ?moves(M); .print(T, " after ", M); .stopMAS.
+!move(0, _, _, _).
+!move(N, From, To, Over)
   <- !move(N - 1, From, Over, To);
      !disk(From, To);
      !move(N - 1, Over, To, From).
@disk[atomic]
+!disk(From, To) : tower(From, [D|Rest]) & tower(To, Others) & not (Others = [O|_] & O < D)
   <- -tower(From, _); +tower(From, Rest);
      -tower(To, _); +tower(To, [D|Others]);
      ?moves(M); -+moves(M + 1);
      if (M < 5) { .print(D, ": ", From, " to ", To) }.
