even(0).
even(N) :- N > 0 & odd(N - 1).
odd(N) :- N > 0 & even(N - 1).
edge(a, b). edge(b, c). edge(c, d). edge(b, d). edge(e, f).
path(X, Y, [X, Y]) :- edge(X, Y).
path(X, Y, [X|P]) :- edge(X, Z) & path(Z, Y, P).
linked(X, Y) :- path(X, Y, _) | path(Y, X, _).
node(X) :- edge(X, _).
node(X) :- edge(_, X) & not edge(X, _).
apart(X, Y) :- node(X) & node(Y) & X \== Y & not linked(X, Y).
longest(X, Y, P, N) :- .findall(l(L, Q), path(X, Y, Q) & .length(Q, L), All) & .max(All, l(N, P)).
!start.

+!start
   <- if (even(100)) { .print("even") }; if (not odd(100)) { .print("not odd") };
      .findall(P, path(a, d, P), L); .print(L);
      .findall(X, node(X), Ns); .print(Ns);
      .setof(X2, node(X2), Set); .print(Set);
      .count(apart(_, _), C); .print(C);
      ?longest(a, d, Q, N); .print(N, Q);
      .findall(Y, linked(d, Y) | linked(e, Y), M); .print(M);
      .stopMAS.
