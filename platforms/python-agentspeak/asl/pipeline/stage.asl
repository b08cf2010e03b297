// A stage with another one behind it: next(Stage).

{ include("settle.asl") }

+!join(Before, Word, Next)
   <- +word(Before, Word);
      +next(Next);
      !settle;
      .send(driver, achieve, joined).

+!task(Text) : plain & word(Before, Word) & next(Next)
   <- lab.reword(Text, Before, Word, New);
      .send(Next, achieve, task(New)).
+!task(Text) : word(Before, Word) & next(Next)
   <- lab.reword(Text, Before, Word, New);
      !watch(New);
      .send(Next, achieve, task(New)).

// The stop carries the first task's time and the sums of the stages that have ended.
+!stop(Start, Sums) : plain & next(Next) <- .send(Next, achieve, stop(Start, Sums)).
+!stop(Start, Sums) : next(Next)
   <- ?proven(Sum);
      .concat(Sums, [Sum], More);
      .send(Next, achieve, stop(Start, More)).
