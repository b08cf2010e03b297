// What the token rings share: their fifty nodes, and the count of tokens that have ended.

+!number_nodes
   <- for (.range(I, 1, 50)) {
         .concat("node", I, Name);
         .send(Name, tell, number(I));
         // It has its number before its neighbour sends a token, over nodes too.
         .send(Name, askOne, number(I), _)
      }.

@ended[atomic]
+!ended(I) : ended(Count, Sum) <- -+ended(Count + 1, Sum + I).
