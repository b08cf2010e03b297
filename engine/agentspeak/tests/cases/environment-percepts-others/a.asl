!s.
+!s <- all(day); add(mine); .wait(day & mine); .wait(50); .print(seen); .send(b, achieve, tell).
+heard(L) <- .print(L); .wait(50); .stopMAS.
