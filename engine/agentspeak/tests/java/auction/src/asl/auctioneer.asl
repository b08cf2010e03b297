// Sells one lot after the other to whoever offers most.

lots([vase, chair, lamp, stool]).

+ready[source(Who)] : .count(ready[source(_)], 3)
   <- .df_search("bidder", Bidders);
      .print("open for ", .length(Bidders));
      ?lots(Lots);
      !sell(Lots).

+!sell([])
   <- announce(closed);
      .broadcast(tell, closed);
      .wait(.count(left[source(_)], 3));
      .stopMAS.
+!sell([Lot | Others])
   <- announce(Lot);
      .df_search("bidder", Bidders);
      .send(Bidders, tell, lot(Lot));
      .wait(.count(bid(Lot, _)[source(_)], 3));
      .findall(offer(Offer, Who), bid(Lot, Offer)[source(Who)] & Offer > 0, Offers);
      !award(Lot, Offers);
      !sell(Others).

+!award(Lot, []) <- .print(Lot, ": nobody").
+!award(Lot, Offers)
   <- .max(Offers, offer(Price, Who));
      .print(Lot, " for ", Price, " to ", Who);
      sold(Lot, Who, Price);
      .send(Who, askOne, pay(Lot, Price), paid(Lot)).
