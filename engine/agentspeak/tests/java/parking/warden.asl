car(van, 3). car(mini, 1). car(bus, 7).

fits(Car, Lot) :- car(Car, Length) & lots.free(Lot, Room) & Room >= Length.

!start.

+!start
   <- .findall(lot(L, R), lots.free(L, R), All);
      .print("free: ", All);
      .findall(C, fits(C, _), Cars);
      .print("fit somewhere: ", Cars);
      !park(mini); !park(van); !park(bus);
      !measure;
      .stopMAS.

+!park(Car) : fits(Car, Lot) & lots.take(Lot, Car)
   <- .print(Car, " in ", Lot).
+!park(Car) <- .print("no room for ", Car).

+!measure
   <- lots.gauge(street, Length);
      .print("the street is ", Length, " long");
      lots.plate(Length, "x", Plate);
      .print(Plate);
      !late;
      lots.free(none, _).
-!measure[error(E)] <- .print("measured, then ", E).

+!late <- lots.gauge(nowhere, L); .print(never, L).
-!late[error(E)] <- .print("gauge: ", E).
