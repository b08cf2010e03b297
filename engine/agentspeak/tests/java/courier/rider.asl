!ride.

+!ride
   <- ?room(N);
      .print("room for ", N);
      load(letter);
      load(parcel);
      ?room(M);
      .print("room for ", M);
      go(market);
      .wait(at(P));
      .print("at ", P);
      fold;
      .send(depot, tell, arrived(P));
      .broadcast(tell, news(3)).
-!ride[error(E), error_msg(M)] <- .print("cannot ride: ", E, " ", M).
