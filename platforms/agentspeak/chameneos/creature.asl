// creature(Own, Colour, Meetings, Self): number, colour, meetings so far, those with itself among them.
// seen(Mine, Theirs, N): the witness, meetings by own colour and the other's.

{ include("colours.asl") }

+!settle(Own, Colour) : lab.param(witness, off)
   <- +creature(Own, Colour, 0, 0);
      .send(controller, achieve, settled).
// agon: begin witness
+!settle(Own, Colour)
   <- +creature(Own, Colour, 0, 0);
      for (complement(Mine, Theirs, _)) {
         +seen(Mine, Theirs, 0)
      };
      .send(controller, achieve, settled).
// agon: end

+!go : creature(Own, Colour, _, _) <- .send(broker, achieve, meet(Own, Colour)).

// agon: begin witness
+!met(Other, Theirs)
   :  seen(Mine, Theirs, N) &
      creature(Own, Mine, Meetings, Self) &
      Other \== Own &
      complement(Mine, Theirs, New)
   <- -seen(Mine, Theirs, N);
      +seen(Mine, Theirs, N + 1);
      -creature(Own, Mine, Meetings, Self);
      +creature(Own, New, Meetings + 1, Self);
      .send(broker, achieve, meet(Own, New)).
// agon: end
+!met(Other, Theirs)
   :  creature(Own, Mine, Meetings, Self) & Other \== Own & complement(Mine, Theirs, New)
   <- -creature(Own, Mine, Meetings, Self);
      +creature(Own, New, Meetings + 1, Self);
      .send(broker, achieve, meet(Own, New)).
+!met(Own, _) : creature(Own, Mine, Meetings, Self)
   <- -creature(Own, Mine, Meetings, Self);
      +creature(Own, Mine, Meetings + 1, Self + 1);
      .send(broker, achieve, meet(Own, Mine)).

+!closed : creature(Own, Colour, Meetings, Self)
   <- .findall(seen(Mine, Theirs, N), seen(Mine, Theirs, N), Seen);
      .send(controller, achieve, retired(Own, Colour, Meetings, Self, Seen)).
