// n intentions that wait for ever; all of them are dropped one by one, but for every tenth, which is asked to end.
{ include("rounds.asl") }

+!work(N, Left)
   <- -+begun(0);
      -+ended(0);
      -over;
      for (.range(I, 1, N)) {
         !!task(I)
      };
      .wait(begun(N));
      for (.range(I, 1, N)) {
         if (I mod 10 \== 0) {
            .drop_intention(task(I))
         }
      };
      +over;
      .wait(ended(N div 10));
      .findall(I, .intend(task(I)), Rest);
      Left = ended(N div 10, .length(Rest)).

+!task(I)
   <- !begun;
      .wait({ +over });
      !ended.

@begun[atomic]
+!begun : begun(Count) <- -+begun(Count + 1).
@ended[atomic]
+!ended : ended(Count) <- -+ended(Count + 1).
