/* A robot: cleans the dust that it sees, and looks around where it sees none. */

heading(right).

// What is nearest of the dust that it sees. grid.distance is an internal action of this example's own.
nearest(X, Y) :-
   at(A, B) &
   .findall(d(Steps, C, D), dust(C, D) & grid.distance(A, B, C, D, Steps), All) &
   .min(All, d(_, X, Y)).

!start.

+!start : door(X, Y)
   <- enter(X, Y);
      .print("comes in at ", X, ",", Y);
      !work.

// One thing after the other, until nothing is left. at, dust and spotless are percepts.
+!work : spotless <- .print("has nothing left to do").
+!work : at(X, Y) & dust(X, Y)
   <- clean;
      .print("cleaned ", X, ",", Y);
      !work.
+!work : nearest(X, Y)
   <- !approach(X, Y);
      !work.
+!work
   <- !explore;
      !work.

// clean fails if another robot was quicker.
-!work[error(action_failed)] <- !work.

+!approach(X, _) : at(A, _) & A < X <- step(right).
+!approach(X, _) : at(A, _) & A > X <- step(left).
+!approach(_, Y) : at(_, B) & B < Y <- step(down).
+!approach(_, _) <- step(up).

// Something is in the way: around it.
-!approach(_, _)[error(action_failed)]
   <- !turn;
      !explore.

// Straight on, as a rule.
+!explore : heading(Way) & .random(Chance) & Chance < 0.8 <- step(Way).
+!explore <- !turn.
-!explore[in_the_way(_)] <- !turn.

+!turn
   <- .random([left, right, up, down], Way);
      -+heading(Way).
