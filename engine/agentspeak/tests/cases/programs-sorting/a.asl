insert(X, [], [X]).
insert(X, [Y|Ys], [X, Y|Ys]) :- X <= Y.
insert(X, [Y|Ys], [Y|Zs]) :- X > Y & insert(X, Ys, Zs).
isort([], []).
isort([X|Xs], S) :- isort(Xs, T) & insert(X, T, S).
split([], _, [], []).
split([X|Xs], P, [X|S], L) :- X < P & split(Xs, P, S, L).
split([X|Xs], P, S, [X|L]) :- X >= P & split(Xs, P, S, L).
!start.

+!start
   <- Words = ["pear", apple, 3, "fig", [b], [a], f(2), f(1), -1, zebra, 2.5];
      ?isort(Words, S1); .print(S1);
      !quick(Words, S2); .print(S2);
      .sort(Words, S3); .print(S3);
      !merge([1, 3, 5], [2, 3, 4, 9], M); .print(M);
      .stopMAS.
+!quick([], []).
+!quick([P|Xs], S) : split(Xs, P, Less, More) <- !quick(Less, L); !quick(More, M); .concat(L, [P|M], S).
+!merge([], L, L).
+!merge(L, [], L).
+!merge([A|As], [B|Bs], [A|T]) : A <= B <- !merge(As, [B|Bs], T).
+!merge(As, [B|Bs], [B|T]) <- !merge(As, Bs, T).
