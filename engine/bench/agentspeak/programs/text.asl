// String building: a text of n words, and the sum of where each tenth of them begins.
{ include("rounds.asl") }

+!work(N, result(Length, Sum))
   <- !build(0, N, "", Text);
      .length(Text, Length);
      !find(10, N, Text, 0, Sum).

+!build(N, N, Text, Text).
+!build(I, N, Before, Text)
   <- .concat(Before, "w", I, " ", Next);
      !build(I + 1, N, Next, Text).

+!find(I, N, _, Sum, Sum) : I >= N.
+!find(I, N, Text, Before, Sum)
   <- .concat("w", I, " ", Word);
      .substring(Word, Text, Place);
      !find(I + 10, N, Text, Before + Place, Sum).
