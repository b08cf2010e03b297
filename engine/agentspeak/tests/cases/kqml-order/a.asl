!start.

+!start <- for (.range(I, 1, 10)) { .send(b, tell, n(I)) }; .send(b, achieve, end).
