// Settles the creatures, opens the mall and collects what they report.

{ include("colours.asl") }

colours([blue, red, yellow]).
creature(K, Name, Colour) :-
   .concat("c", K, Text) &
   .term2string(Name, Text) &
   colours(Colours) &
   .nth((K - 1) mod 3, Colours, Colour).

!settle.

+!settle : lab.param(creatures, C) & lab.param(meetings, Meetings)
   <- +missing(C + 1);
      .send(broker, achieve, open(Meetings));
      for (.range(K, 1, C)) {
         ?creature(K, Name, Colour);
         .send(Name, achieve, settle(K, Colour))
      }.

@settled[atomic]
+!settled : missing(N) & N > 1 <- -+missing(N - 1).
+!settled : missing(1) <- !start.

+!start : lab.param(creatures, C)
   <- +running(C);
      .findall(Name, .range(K, 1, C) & creature(K, Name, _), Names);
      // agon: begin report
      lab.clock(Start);
      +started(Start);
      // agon: end
      .send(Names, achieve, go).

@retired[atomic]
+!retired(K, Colour, Meetings, Self, Seen)
   <- +retired(K, Colour, Meetings, Self, Seen);
      !one_less.

+!one_less : running(N) & N > 1 <- -+running(N - 1).
+!one_less : running(1)
   <- lab.clock(End);
      !report(End).

// agon: begin report
+!report(End) : started(Start) & lab.param(creatures, C)
   <- .findall(Row, row(Row), Complements);
      lab.report(complements, Complements);
      .findall(Colour, .range(K, 1, C) & creature(K, _, Colour), Initial);
      lab.report(initial, Initial);
      .findall(retired(K, Colour, Meetings, Self, Seen), retired(K, Colour, Meetings, Self, Seen), Facts);
      .sort(Facts, Retired);
      .findall(Colour, .member(retired(_, Colour, _, _, _), Retired), Final);
      lab.report(final, Final);
      .findall(Meetings, .member(retired(_, _, Meetings, _, _), Retired), Counts);
      lab.report(meetings, Counts);
      .findall(Self, .member(retired(_, _, _, Self, _), Retired), Selves);
      lab.report(self, Selves);
      if (lab.param(witness, on)) {
         .findall(Row, sums(Row), Witness);
         lab.report(witness, Witness)
      };
      lab.iteration(End - Start);
      .stopMAS.

// The tables of three by three, row by row: the own colour names the row, the other's the column.
row(Row) :-
   colours(Colours) &
   .member(Own, Colours) &
   .findall(New, .member(Other, Colours) & complement(Own, Other, New), Row).
sums(Row) :-
   colours(Colours) &
   .member(Own, Colours) &
   .findall(Sum, .member(Other, Colours) & met(Own, Other, Sum), Row).
met(Own, Other, Sum) :-
   .findall(N, retired(_, _, _, _, Seen) & .member(seen(Own, Other, N), Seen), Ns) &
   Sum = math.sum(Ns).
// agon: end
