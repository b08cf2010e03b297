// Asks for one round after the other: asked(Round, Left, Sum) tells which one is under way, how many
// are to follow, and what the data so far sum to. With a witness all messages carry it as well.

!start.

+!start : lab.param(rounds, Rounds)
   <- +asked(1, Rounds - 1, 0);
      lab.clock(Start);
      +started(Start);
      if (lab.param(witness, on)) {
         .send(coordinator, achieve, ask(1, 0))
      } else {
         .send(coordinator, achieve, ask(1))
      }.

+!answer(Datum) : asked(Round, Left, Sum) & Left > 0
   <- -asked(Round, Left, Sum);
      +asked(Round + 1, Left - 1, Sum + Datum);
      .send(coordinator, achieve, ask(Round + 1)).
+!answer(Datum) : asked(Round, 0, Sum) <- !report(Round, Sum + Datum).

+!answer(Datum, Acc) : asked(Round, Left, Sum) & Left > 0
   <- -asked(Round, Left, Sum);
      +asked(Round + 1, Left - 1, Sum + Datum);
      .send(coordinator, achieve, ask(Round + 1, (Acc * 31 + 1) mod 2147483647)).
+!answer(Datum, Acc) : asked(Round, 0, Sum)
   <- lab.report(witness, (Acc * 31 + 1) mod 2147483647);
      !report(Round, Sum + Datum).

+!report(Answers, Sum) : started(Start)
   <- lab.flush;
      lab.clock(End);
      lab.report(answers, Answers);
      lab.report(sum, Sum);
      lab.iteration(End - Start);
      .stopMAS.
