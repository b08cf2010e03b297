// Joins of beliefs: a family of n people in which k is the parent of 2k and 2k+1; all grandparents, siblings and cousins.
{ include("rounds.asl") }

grandparent(X, Z) :- parent(X, Y) & parent(Y, Z).
sibling(X, Y) :- parent(P, X) & parent(P, Y) & X \== Y.
cousin(X, Y) :- parent(P, X) & sibling(P, Q) & parent(Q, Y).

+!work(N, result(Grandparents, Siblings, Cousins))
   <- .abolish(parent(_, _));
      for (.range(K, 2, N)) {
         +parent(K div 2, K)
      };
      .count(grandparent(_, _), Grandparents);
      .count(sibling(_, _), Siblings);
      .count(cousin(_, _), Cousins).
