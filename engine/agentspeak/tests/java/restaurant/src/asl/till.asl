sum(0).

@pay[atomic]
+paid(Price)[source(Guest)]
   <- ?sum(Before);
      -+sum(Before + Price);
      .count(paid(_)[source(_)], Different);
      .findall(G, paid(_)[source(G)], Guests);
      !closed(Guests).

+!closed(Guests) : .length(Guests, 3) & sum(Sum)
   <- .print("all have paid, ", Sum);
      close;
      .stopMAS.
+!closed(_).
