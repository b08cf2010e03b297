!start.

+!start <- .send(b, signal, alarm(3)); .wait(50); .send(b, achieve, end).
