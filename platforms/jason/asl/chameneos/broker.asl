// mall(Left, Waiting): the meetings still to come, and who waits for a partner.

+!open(Meetings) <- +mall(Meetings, nobody); .send(controller, achieve, settled).

// Atomic: the next request must find the mall as this one leaves it.
@pair[atomic]
+!meet(K, Colour)[source(Creature)] : mall(Left, first(Other, OtherK, OtherColour))
  <- -+mall(Left - 1, nobody);
     .send(Creature, achieve, met(OtherK, OtherColour));
     .send(Other, achieve, met(K, Colour)).

@wait[atomic]
+!meet(K, Colour)[source(Creature)] : mall(Left, nobody) & Left > 0
  <- -+mall(Left, first(Creature, K, Colour)).

+!meet(_, _)[source(Creature)] : mall(0, nobody) <- .send(Creature, achieve, closed).
