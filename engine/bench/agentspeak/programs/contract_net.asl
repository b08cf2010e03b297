// A contract net: n tasks are announced to ten participants, each proposes, the cheapest does it.
{ include("rounds.asl") }

+!work(N, Sum)
   <- for (.range(K, 1, 10)) {
         .concat("participant", K, Name);
         .send(Name, tell, price(K))
      };
      !contract(N, 0, Sum).

+!contract(0, Sum, Sum).
+!contract(I, Before, Sum)
   <- .broadcast(tell, cfp(I));
      .wait(.count(proposal(I, _, _), 10));
      .findall(offer(Price, Agent), proposal(I, Price, Agent), Offers);
      .min(Offers, offer(Best, Winner));
      .send(Winner, tell, accept(I));
      .wait(done(I, Winner));
      .abolish(proposal(I, _, _));
      .abolish(done(I, _));
      !contract(I - 1, Before + Best, Sum).
