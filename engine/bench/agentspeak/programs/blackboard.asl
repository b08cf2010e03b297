// A blackboard: knowledge sources are plans that react to what others have written, from a signal to a word, n signals.
{ include("rounds.asl") }

solved(0, 0).

+!work(N, Sum)
   <- -+solved(0, 0);
      for (.range(I, 1, N)) {
         +signal(I)
      };
      .wait(solved(N, _));
      ?solved(N, Sum).

+signal(I)
   <- -signal(I);
      +segment(I, I mod 7).
+segment(I, Kind) : Kind < 3
   <- -segment(I, Kind);
      +syllable(I, Kind * 2).
+segment(I, Kind)
   <- -segment(I, Kind);
      +syllable(I, Kind + 1).
+syllable(I, Kind)
   <- -syllable(I, Kind);
      +word(I, Kind * 10 + I mod 10).
@word[atomic]
+word(I, Word) : solved(Count, Sum)
   <- -word(I, Word);
      -+solved(Count + 1, Sum + Word).
