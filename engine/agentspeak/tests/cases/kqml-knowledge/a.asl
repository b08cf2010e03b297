!start.

+!start
   <- .send(b, tell, p(1)); .send(b, tell, [p(2), ~p(3)]); .send(b, tell, p(1)[sure]);
      .wait(50);
      .send(b, askAll, p(_), L); .length(L, N); .print(N, " ", L);
      .send(b, askOne, ~p(_), X); .print(X);
      .send(b, askOne, double(2, D), Y); .print(Y);
      .send(b, untell, p(1)); .wait(50);
      .send(b, askAll, p(_), L2); .print(L2);
      .send(b, askOne, p(1), Z); .print(Z);
      .send(b, unachieve, long); .wait(50);
      .send([b, c], askOne, who(_), W); .sort(W, S); .print(S);
      .send(b, achieve, end).
