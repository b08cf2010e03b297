// A formula that is waited for leaves bound what a condition does.
p(1). p(2).
!start.
+!start
  <- .wait(.count(p(Z), N) & N > 1); .print(N, Z);
     .wait(p(W) & W > 1); .print(W);
     .wait(p(3) | Q = 3); .print(Q);
     !!later; .wait(p(5) & V = 5); .print(V);
     .wait(not p(7) & Y = 2, 50, _); .print(Y);
     .wait(M = 3 & p(100), 50, _); .print(M);
     .wait(not O = 3, 50, _); .print(O);
     !!later3; .wait(K = 3 & .count(p(_), C) & C > 5, 1000).
-!start[error(E), error_msg(Message)] <- .print(E, " ", Message); .stopMAS.
+!later <- .wait(20); +p(5).
+!later3 <- .wait(20); +p(8); +p(9).
