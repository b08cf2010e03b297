// mall(Left, Waiting): the meetings still to come, and who waits for a partner.
// Changed by - and +, not by -+: the deletion event of -+ is external, and for each such event Jason
// looks through all that the broker has still to do.

+!open(Meetings)
   <- +mall(Meetings, nobody);
      .send(controller, achieve, settled).

// Atomic: the next request must find the mall as this one leaves it.
@pair[atomic]
+!meet(K, Colour)[source(Creature)] : mall(Left, first(Other, OtherK, OtherColour))
   <- -mall(Left, first(Other, OtherK, OtherColour));
      +mall(Left - 1, nobody);
      .send(Creature, achieve, met(OtherK, OtherColour));
      .send(Other, achieve, met(K, Colour)).

@wait[atomic]
+!meet(K, Colour)[source(Creature)] : mall(Left, nobody) & Left > 0
   <- -mall(Left, nobody);
      +mall(Left, first(Creature, K, Colour)).

+!meet(_, _)[source(Creature)] : mall(0, nobody) <- .send(Creature, achieve, closed).
