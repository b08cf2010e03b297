!stock.

+!stock <- for (.range(I, 0, 49)) { +item(I mod 5, I * 3 + 1) }.

price(I, Price) :- Price = I * 2 + 1.
