parent(abe, homer). parent(homer, bart). parent(homer, lisa). parent(lisa, zoe).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Z) :- parent(X, Y) & ancestor(Y, Z).
childless(X) :- parent(_, X) & not parent(X, _).
older(X, Y) :- X > Y | X == old.
len([], 0).
len([_|T], N) :- len(T, M) & N = M + 1.
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
fact(0, 1).
fact(N, F) :- N > 0 & fact(N - 1, G) & F = N * G.
!start.

+!start
   <- .findall(X, ancestor(abe, X), L); .print(L);
      .findall(X - Y, false, L0); .print(L0);
      .findall(a(X, Y), ancestor(X, Y), L1); .print(L1);
      .findall(X, childless(X), L2); .print(L2);
      if (older(3, 2)) { .print("3 is older") };
      if (older(old, 2)) { .print("old is older") };
      ?len([a, b, c], N); .print(N);
      ?app([1, 2], [3], R); .print(R);
      .findall(s(A, B), app(A, B, [1, 2]), L3); .print(L3);
      ?fact(10, F); .print(F);
      .stopMAS.
