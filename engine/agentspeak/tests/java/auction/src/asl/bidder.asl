!register.
+!register <- .df_register("bidder"); .send(auctioneer, tell, ready).

offer(Lot, Offer) :- likes(Lot, Worth) & purse(Money) & Offer = math.min(Worth, Money).
offer(Lot, 0) :- not likes(Lot, _).

+lot(Lot)[source(A)] : offer(Lot, Offer) <- .send(A, tell, bid(Lot, Offer)).

@pay[atomic]
+?pay(Lot, Price)[source(_)] : purse(Money)
   <- -+purse(Money - Price);
      take(Lot).

+!kqml_received(Sender, askOne, pay(Lot, Price), Id)
   <- ?pay(Lot, Price);
      ?purse(Left);
      .print("has ", Lot, ", and ", Left, " left");
      .send(Sender, tell, paid(Lot), Id).

+closed <- leave; .send(auctioneer, tell, left).
