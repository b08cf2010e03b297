app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
perm([], []).
perm(L, [H|T]) :- app(V, [H|U], L) & app(V, U, W) & perm(W, T).
len([], 0).
len([_|T], N) :- len(T, M) & N = M + 1.
rev([], []).
rev([H|T], R) :- rev(T, RT) & app(RT, [H], R).
last([X], X).
last([_|T], X) :- last(T, X).
sub([], _).
sub([H|T], L) :- .member(H, L) & sub(T, L).
sum([], 0).
sum([H|T], H + S) :- sum(T, S).
maxl([X], X).
maxl([H|T], H) :- maxl(T, M) & H >= M.
maxl([H|T], M) :- maxl(T, M) & M > H.
flat([], []).
flat([H|T], F) :- .list(H) & flat(H, FH) & flat(T, FT) & app(FH, FT, F).
flat([H|T], [H|FT]) :- not .list(H) & flat(T, FT).
!start.

+!start
   <- .findall(A = B, app(A, B, [1, 2]), L1); .print(L1);
      .findall(P, perm([1, 2, 3], P), L2); .print(L2);
      ?len([a, b, c], N); ?rev([1, 2, 3], R); ?last([1, 2, 3], La); .print(N, R, La);
      if (sub([c, a], [a, b, c])) { .print("sub") };
      ?sum([1, 2, 3.5], S); ?maxl([3, 9, 2], M); .print(S, " ", M);
      ?flat([1, [2, [3, []], 4], [[5]]], F); .print(F);
      ?app(X, [3], [1, 2, 3]); .print(X);
      .stopMAS.
