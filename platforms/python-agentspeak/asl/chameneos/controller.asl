// Settles the creatures, opens the mall and collects what they report.

{ include("colours.asl") }

first(0, blue).
first(1, red).
first(2, yellow).

!settle.

+!settle : lab.param(creatures, C) & lab.param(meetings, Meetings)
   <- +missing(C + 1);
      .send(broker, achieve, open(Meetings));
      for (.range(C, K) & first(K mod 3, Colour)) {
         lab.name("c", K + 1, Name);
         +creature(K + 1, Colour, Name);
         .send(Name, achieve, settle(K + 1, Colour))
      }.

+!settled <- !one_settled.
+!one_settled : missing(N) & N > 1 <- -+missing(N - 1).
+!one_settled <- !start.

+!start : lab.param(creatures, C)
   <- +running(C);
      // agon: begin report
      lab.clock(Start);
      +started(Start);
      // agon: end
      for (creature(_, _, Name)) {
         .send(Name, achieve, go)
      }.

+!retired(K, Colour, Meetings, Self, Seen)
   <- +retired(K, Colour, Meetings, Self, Seen);
      !one_retired.

+!one_retired : running(N) & N > 1 <- -+running(N - 1).
+!one_retired : started(Start)
   <- lab.clock(End);
      // agon: begin report
      .findall(complement(Own, Other, New), complement(Own, Other, New), Complements);
      lab.table(complements, Complements);
      .findall(creature(K, Colour, Name), creature(K, Colour, Name), Creatures);
      lab.column(initial, Creatures, 2);
      .findall(retired(K, Colour, Meetings, Self), retired(K, Colour, Meetings, Self, _), Retired);
      lab.column(final, Retired, 2);
      lab.column(meetings, Retired, 3);
      lab.column(self, Retired, 4);
      if (lab.param(witness, on)) {
         !prove
      };
      lab.iteration(End - Start).

+!prove
   <- for (complement(Own, Other, _)) {
         +sum(Own, Other, 0)
      };
      for (retired(_, _, _, _, Seen)) {
         for (.member(seen(Own, Other, N), Seen)) {
            !add(Own, Other, N)
         }
      };
      .findall(sum(Own, Other, Sum), sum(Own, Other, Sum), Sums);
      lab.table(witness, Sums).
+!add(Own, Other, N) : sum(Own, Other, Sum)
   <- -sum(Own, Other, Sum);
      +sum(Own, Other, Sum + N).
// agon: end
