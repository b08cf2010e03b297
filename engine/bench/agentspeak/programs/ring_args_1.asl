// The token ring: fifty agents pass fifty tokens, n passes in all; a token is the passes that are left.
{ include("rounds.asl") }

+!work(N, result(Ended, Sum))
   <- -+ended(0, 0);
      for (.range(I, 1, 50)) {
         .concat("node", I, Name);
         .send(Name, tell, number(I));
         // It has its number before its neighbour sends a token, over nodes too.
         .send(Name, askOne, number(I), _)
      };
      for (.range(I, 1, 50)) {
         .concat("node", I, Name);
         .send(Name, achieve, token(N div 50))
      };
      .wait(ended(50, _));
      ?ended(Ended, Sum).

@ended[atomic]
+!ended(I) : ended(Count, Sum) <- -+ended(Count + 1, Sum + I).
