// A stage with another one behind it: next(Stage).

{ include("words.asl") }

+!join(Before, Word, Next)
   <- !learn(Before, Word);
      +next(Next);
      !settle;
      .send(driver, achieve, joined).

+!task(Text) : plain & next(Next) & made(Text, New) <- .send(Next, achieve, task(New)).

// Atomic: no other task, nor the stop, may overtake what takes several steps.
@logged[atomic]
+!task(Text) : logged & next(Next) & made(Text, New)
   <- lab.print(New);
      .send(Next, achieve, task(New)).
@proven[atomic]
+!task(Text) : proven(Sum) & next(Next) & made(Text, New) & lab.crc(New, Crc)
   <- lab.print(New);
      -proven(Sum);
      +proven((Sum + Crc) mod 4294967296);
      .send(Next, achieve, task(New)).

// The stop carries the first task's time and the sums of the stages that have ended, last first.
+!stop(Start, Sums) : proven(Sum) & next(Next) <- .send(Next, achieve, stop(Start, [Sum | Sums])).
+!stop(Start, Sums) : next(Next) <- .send(Next, achieve, stop(Start, Sums)).
