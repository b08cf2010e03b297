!start.

+!start <- .send(c, tell, p(1)); .send(c, tell, p(1)); .wait(100); .send(b, achieve, go).
