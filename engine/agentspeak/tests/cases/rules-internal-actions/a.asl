n([3, 1, 2]).
big(X) :- n(L) & .member(X, L) & X > 1.
sorted(S) :- n(L) & .sort(L, S).
all(R) :- .findall(X, big(X), R).
text(T) :- n(L) & .length(L, Len) & .concat("length ", Len, T).
!start.

+!start
   <- .findall(X, big(X), B); .print(B);
      ?sorted(S); .print(S);
      ?all(R); .print(R);
      ?text(T); .print(T);
      .stopMAS.
