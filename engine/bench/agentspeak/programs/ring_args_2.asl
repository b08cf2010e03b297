// The token ring: fifty agents pass fifty tokens, n passes in all; a token is its number and the passes that are left.
{ include("rounds.asl") }
{ include("ring.asl") }

+!work(N, result(Ended, Sum))
   <- -+ended(0, 0);
      !number_nodes;
      for (.range(I, 1, 50)) {
         .concat("node", I, Name);
         .send(Name, achieve, token(I, N div 50))
      };
      .wait(ended(50, _));
      ?ended(Ended, Sum).
