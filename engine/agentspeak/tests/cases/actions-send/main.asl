!start.

+!start
  <- .send(other, tell, b(1)); .send("other", tell, b(2)); .send([other, third], tell, b(3));
     .send([], tell, b(5)); .send(self, tell, mine(6)); .wait(mine(_));
     .wait(250); .send(other, tell, [c(1), c(2)]); .wait(250); .send(other, untell, b(1)); .wait(250);
     .send(other, achieve, show); .wait(shown);
     .send(other, askOne, b(_), A); .print("askOne ", A);
     .send(other, askOne, nothing(_), F); .print("askOne ", F);
     .send(other, askAll, b(_), B); .length(B, N); .print("askAll ", N);
     .send([other, third], askOne, b(3), C); .length(C, M); .print("two answers ", M);
     .send(third, askOne, slow(_), D, 50); .print("timeout ", D);
     .send(third, askOne, b(_), E, 5000); .print("in time ", E);
     .send(other, tellHow, { @told +!told[source(S)] <- .print("told how"); .send(S, tell, was_told) }); .wait(250); .send(other, achieve, told); .wait(was_told);
     .send(other, askHow, { +!known(_) }, H); .length(H, K); .print("plans ", K);
     .send(other, untellHow, told);
     .send(other, signal, noticed);
     for (.range(I, 1, 9)) { !wrong(I) };
     .send(other, tell, last); .wait(over);
     .stopMAS.

+mine(X)[source(S)] <- .print("mine ", X, " from ", S).

+!wrong(1) <- .send(X, tell, a).
+!wrong(2) <- .send(3, tell, a).
+!wrong(3) <- .send(other, p(1), a).
+!wrong(4) <- .send(other, X, a).
+!wrong(5) <- .send(other, tell).
+!wrong(6) <- .send(nobody, tell, a).
+!wrong(7) <- .send([other, p(1)], tell, from_list).
+!wrong(8) <- .send(other, tell, a, "reply").
+!wrong(9) <- .send(other[x], tell, b(4)).
-!wrong(6)[error(E)] <- .print(6, " ", E).
-!wrong(X)[error(E), error_msg(M)] <- .print(X, " ", E, " ", M).
