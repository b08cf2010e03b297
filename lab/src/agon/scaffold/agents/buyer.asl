/* Buys tea. */

!buy(tea).

+!buy(What)
   <- .send([seller1, seller2], askOne, price(What, _), Answers);
      .findall(offer(Price, Seller), .member(price(_, Price)[source(Seller)], Answers), Offers);
      .min(Offers, offer(Best, Cheapest));
      .print("the best price is ", Best, ", from ", Cheapest);
      .send(Cheapest, achieve, deliver(What)).

+delivered(What)[source(Seller)]
   <- .print(Seller, " has delivered ", What);
      .stopMAS.
