stock(apple, 1).
price(apple, 3).

@sold_out +!sell(What)[source(Buyer)] : not stock(What, _)
   <- .send(Buyer, tell, refused(What)).

@sell +!sell(What)[source(Buyer)] : stock(What, N) & price(What, Price)
   <- -stock(What, N);
      .send(Buyer, tell, sold(What, Price)).
