!start.

+!start <- .send(b, propose, deal(1)); .send(b, accept, deal(2)); .wait(100); .send(b, achieve, end).
