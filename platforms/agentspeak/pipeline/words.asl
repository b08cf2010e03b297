// made(Text, New): the same text with this stage's word(Word) in the place of the first one.
made(Text, New) :-
   word(Word) &
   .substring(" ", Text, Blank) &
   .delete(0, Blank, Text, Rest) &
   .concat(Word, Rest, New).

// How a task is handled: plain, logged, or proven(Crc), which may be logged too.
+!settle : lab.param(witness, on) <- +proven(0).
+!settle : lab.param(log, on) <- +logged.
+!settle <- +plain.
