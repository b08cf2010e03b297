// made(Text, New): the same text with this stage's word in the place of another: of all before the first
// blank, or of what a regular expression finds first.
made(Text, New) :-
   word(Word) &
   .substring(" ", Text, Blank) &
   .delete(0, Blank, Text, Rest) &
   .concat(Word, Rest, New).
made(Text, New) :- replaced(Pattern, By) & lab.replace_first(Text, Pattern, By, New).

+!learn(_, Word) : lab.param(work, cut) <- +word(Word).
+!learn(Before, Word)
   <- .concat(Before, " ", Pattern);
      .concat(Word, " ", By);
      +replaced(Pattern, By).

// How a task is handled: plain, logged, or proven(Crc), which may be logged too.
+!settle : lab.param(witness, on) <- +proven(0).
+!settle : lab.param(log, off) <- +plain.
+!settle <- +logged.
