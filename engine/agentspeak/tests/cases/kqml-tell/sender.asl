!start.

+!start
   <- .send(receiver, tell, p(1));
      .send(receiver, tell, p(2)[from(here)]);
      .send(receiver, untell, p(1));
      .send(receiver, tell, last).
