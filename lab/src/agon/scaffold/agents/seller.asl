/* Sells what the project says that it has a price for. Questions for prices are answered without a plan. */

+!deliver(What)[source(Buyer)] : price(What, Price)
   <- .print(What, " for ", Price);
      .send(Buyer, tell, delivered(What)).
