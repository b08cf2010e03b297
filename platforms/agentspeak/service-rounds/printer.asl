// Prints a line a round.

+!print(Round, Datum)
   <- lab.print(Round, " ", Datum);
      .send(coordinator, achieve, printed(Datum)).

+!print(Round, Datum, Acc)
   <- lab.print(Round, " ", Datum);
      .send(coordinator, achieve, printed(Datum, (Acc * 31 + 4) mod 2147483647)).
