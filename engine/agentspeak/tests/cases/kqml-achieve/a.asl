!start.

+!start
   <- .send(b, achieve, g(1));
      .send(b, achieve, long);
      .wait(100);
      .send(b, unachieve, long);
      .wait(100);
      .send(b, achieve, end).
