// Questions: a customer asks a shop for n prices, one after the other.
{ include("rounds.asl") }

+!work(N, Sum) <- !ask(N, 0, Sum).

+!ask(0, Sum, Sum).
+!ask(I, Before, Sum)
   <- .send(shop, askOne, price(I mod 50, Price), price(_, Price));
      !ask(I - 1, Before + Price, Sum).
