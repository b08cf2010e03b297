// An auction: n items are cried at rising prices to eight bidders, until none of them will pay.
{ include("rounds.asl") }

+!work(N, Sum)
   <- for (.range(K, 1, 8)) {
         .concat("bidder", K, Name);
         .send(Name, tell, number(K))
      };
      !auction(N, 0, Sum).

+!auction(0, Sum, Sum).
+!auction(I, Before, Sum)
   <- !cry(I, 1, Price);
      !auction(I - 1, Before + Price, Sum).

+!cry(I, Price, Sold)
   <- .broadcast(tell, price(I, Price));
      .wait(.count(bid(I, Price, _, _), 8));
      .count(bid(I, Price, _, yes), Takers);
      .abolish(bid(I, Price, _, _));
      !decide(I, Price, Takers, Sold).

+!decide(_, Price, 0, Sold) <- Sold = Price - 1.
+!decide(I, Price, _, Sold) <- !cry(I, Price + 1, Sold).
