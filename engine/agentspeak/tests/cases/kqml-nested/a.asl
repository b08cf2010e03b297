!start.

+!start <- .send(b, tell, news(1)); .send(b, tell, news(2)[source(eve)]); .wait(100); .send(c, askOne, news(_), X); .print(X); .send(c, askAll, news(_), L); .length(L, N); .print(N); .send(b, askOne, news(1)[source(Y)], Z); .print(Y, " ", Z); .send(c, achieve, end).
