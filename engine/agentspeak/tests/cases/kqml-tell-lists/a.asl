!start.

+!start
   <- .send(b, tell, [p(1), p(2), "no literal", 3]);
      .send(b, achieve, [g(1), g(2)]);
      .send(b, tell, open(X));
      .send(b, tell, p(3)[note(me), source(other)]);
      .send(b, tell, ~p(4));
      .send(b, tell, ns::p(5));
      .send([b, b], tell, twice);
      .wait(200);
      .send(b, achieve, end).
