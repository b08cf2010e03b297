+!go <- .send(c, tell, p(1)); .wait(50); .send(a, achieve, take_back); .wait(100); .send(c, untell, p(1)); .wait(50); .send(c, achieve, end).
