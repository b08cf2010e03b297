+!order(Table, Dish)[source(Guest)]
   <- note(Table, Guest);
      cook(Dish, Table).

// The kitchen rings.
+ready(Dish, Table) <- !serve(Dish, Table).

@one[atomic]
+!serve(Dish, Table)
   <- .print("serves table ", Table);
      serve(Dish, Table).

-!order(Table, Dish)[error_msg(Why)] <- .print("no ", Dish, ": ", Why).
