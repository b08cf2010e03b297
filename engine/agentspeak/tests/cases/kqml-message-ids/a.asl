!start.

+!start
   <- .send(b, propose, deal(1)); .wait(50);
      .send(b, askOne, price(_), A); .print(A);
      .send(b, achieve, end).
