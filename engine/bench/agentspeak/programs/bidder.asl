limit(I, Limit) :- number(K) & Limit = (I * 3 + K * 5) mod 9.

+price(I, Price)[source(Auctioneer)] : .my_name(Me)
   <- if (limit(I, Limit) & Price <= Limit) {
         .send(Auctioneer, tell, bid(I, Price, Me, yes))
      } else {
         .send(Auctioneer, tell, bid(I, Price, Me, no))
      };
      -price(I, Price)[source(Auctioneer)].
