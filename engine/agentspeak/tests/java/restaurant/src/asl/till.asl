sum(0, 0).

@pay[atomic]
+paid(Price)[source(Guest)]
   <- ?sum(Before, Count);
      -+sum(Before + Price, Count + 1);
      .count(paid(_)[source(_)], Different);
      .findall(G, paid(_)[source(G)], Guests);
      !closed(Guests).

+!closed(Guests) : .length(Guests, 3) & sum(Sum, 3)
   <- .print("all have paid, ", Sum);
      close;
      .stopMAS.
+!closed(_).
