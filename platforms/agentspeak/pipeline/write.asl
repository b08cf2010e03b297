// The last stage: written(N, Characters) counts what it has made.

{ include("words.asl") }

+!join(Before, Word)
   <- !learn(Before, Word);
      +written(0, 0);
      !settle;
      .send(driver, achieve, joined).

// Atomic: the next task must find the count as this one leaves it.
@plain[atomic]
+!task(Text) : plain & made(Text, New) & .length(New, Length) & written(N, Characters)
   <- -written(N, Characters);
      +written(N + 1, Characters + Length).
@logged[atomic]
+!task(Text) : logged & made(Text, New) & .length(New, Length) & written(N, Characters)
   <- lab.print(New);
      -written(N, Characters);
      +written(N + 1, Characters + Length).
@proven[atomic]
+!task(Text)
   :  proven(Sum) &
      made(Text, New) &
      .length(New, Length) &
      lab.crc(New, Crc) &
      written(N, Characters)
   <- lab.print(New);
      -proven(Sum);
      +proven((Sum + Crc) mod 4294967296);
      -written(N, Characters);
      +written(N + 1, Characters + Length).

+!stop(Start, Sums) : written(N, Characters)
   <- lab.flush;
      lab.clock(End);
      lab.report(written, N);
      lab.report(characters, Characters);
      if (proven(Sum)) {
         lab.report(crc, Sum);
         .reverse(Sums, Stages);
         lab.report(stages, Stages)
      };
      lab.iteration(End - Start);
      .stopMAS.
