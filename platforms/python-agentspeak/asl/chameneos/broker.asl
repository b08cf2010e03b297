// left(N): the meetings still to come; waiting(K, Colour, Creature): who waits for a partner.

+!open(Meetings)
   <- +left(Meetings);
      .send(controller, achieve, settled).

+!meet(K, Colour)[source(Creature)] <- !pair(K, Colour, Creature).

+!pair(K, Colour, Creature) : waiting(OtherK, OtherColour, Other)
   <- -waiting(OtherK, OtherColour, Other);
      .send(Creature, achieve, met(OtherK, OtherColour));
      .send(Other, achieve, met(K, Colour));
      ?left(N);
      -+left(N - 1).
+!pair(K, Colour, Creature) : left(N) & N > 0 <- +waiting(K, Colour, Creature).
+!pair(K, Colour, Creature) <- .send(Creature, achieve, closed).
