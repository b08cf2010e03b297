// Sits down where the house says, orders what the menu has for the table, and pays.

dish(N, Dish) :- menu(Menu) & .nth(N - 1, Menu, Dish).

+table(N) : dish(N, Dish)
   <- .print("at table ", N, ", takes ", Dish);
      .send(waiter, achieve, order(N, Dish)).

+served(Dish)[at(Table)]
   <- .print("got ", Dish, " at table ", Table);
      eat(Dish);
      ?price(Dish, Price);
      .send(till, tell, paid(Price)).
