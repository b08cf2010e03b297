door(hall, kitchen). door(hall, study). door(study, library). door(library, tower). door(kitchen, cellar).
locked(library, tower).
at(cellar).
next(A, B) :- door(A, B) & not locked(A, B).
next(A, B) :- door(B, A) & not locked(B, A).
way(A, A, _, []).
way(A, B, Seen, [C|W]) :- next(A, C) & not .member(C, Seen) & way(C, B, [C|Seen], W).
!go(library).
!go(tower).

+!go(To) : at(To) <- .print("in ", To).
+!go(To) : at(From) & way(From, To, [From], W) <- .print(From, " by ", W); !walk(W); !go(To).
+!go(To) : door(A, To) & locked(A, To) & not at(A) <- .print("first to ", A); !go(A); !go(To).
+!go(To) : at(A) & locked(A, To) <- .print("unlocks ", To); -locked(A, To); !go(To).
+!walk([]).
+!walk([R|W]) <- -+at(R); !walk(W).
+at(tower) <- .print("there"); .stopMAS.
