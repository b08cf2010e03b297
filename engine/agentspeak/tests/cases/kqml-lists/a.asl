// Lists in messages: told and wanted one by one; not taken back, and no question.
!start.
+!start
  <- .send(b, tell, [p(1), p(2), q, 3, X, "text", ~r(1)[foo]]); .wait(500);
     .send(b, askOne, p(_), R); .print(R);
     .send(b, askAll, p(_), RR); .print(RR);
     .send(b, untell, [p(1), q]); .wait(500);
     .send(b, askAll, p(_), R3); .print(R3);
     .send(b, achieve, [g(1), g(2)]); .wait(500);
     .send(b, tell, []); .send(b, achieve, []); .wait(300);
     .send(b, askOne, [p(_)], R4); .print(R4);
     .send(b, askOne, ~r(_), R5); .print(R5);
     .send(b, askOne, q, R6); .print(R6);
     .send(b, askAll, s(_), R7); .print(R7);
     .send(b, askOne, s(_), R8); .print(R8);
     .stopMAS.
-!start[error(E), error_msg(M)] <- .print(E, " ", M); .stopMAS.
