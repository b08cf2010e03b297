!start.

+!start <- .send(b, tell, p(1)); .send(b, tell, secret(2)); .send(b, achieve, g); .wait(100); .send(b, achieve, end).
