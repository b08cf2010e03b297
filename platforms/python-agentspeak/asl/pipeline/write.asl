// The last stage: written(N, Characters) counts what it has made.

{ include("settle.asl") }

+!join(Before, Word)
   <- +word(Before, Word);
      +written(0, 0);
      !settle;
      .send(driver, achieve, joined).

+!task(Text) : plain & word(Before, Word)
   <- lab.reword(Text, Before, Word, New);
      .length(New, Length);
      !count(Length).
+!task(Text) : word(Before, Word)
   <- lab.reword(Text, Before, Word, New);
      !watch(New);
      .length(New, Length);
      !count(Length).
+!count(Length) : written(N, Characters)
   <- -written(N, Characters);
      +written(N + 1, Characters + Length).

+!stop(Start, Sums)
   <- lab.flush;
      lab.clock(End);
      ?written(N, Characters);
      lab.report(written, N);
      lab.report(characters, Characters);
      if (lab.param(witness, on)) {
         ?proven(Sum);
         lab.report(crc, Sum);
         lab.report(stages, Sums)
      };
      lab.iteration(End - Start).
