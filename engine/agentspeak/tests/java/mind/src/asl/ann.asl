p(1). p(2). p(3). q(a, 1)[note(x)]. q(b, 2).
big(X) :- p(X) & X > 1.
~cold.
n::p(7).

!start.

+!start
   <- ia.beliefs; .findall(X, p(X), L); .print("now ", L);
      .findall(X, got(X), G); .print("got ", G);
      ia.each(p(Y), R); .print("each ", R);
      ia.goals; .wait(200);
      ia.plans; !made(5); !made(6);
      ia.arch(bob);
      .wait(pong(_)); .wait(200);
      ia.others(bob);
      !failing;
      .send(bob, tell, over); .wait(100);
      .stopMAS.

+!goal(X)[source(S)] <- .print("goal ", X, " of ", S).
+!goal(X) <- .print("goal ", X).
+happened(X) <- .print("happened ", X).
+fresh(X)[source(S)] <- .print("fresh ", X, " from ", S).
-p(X) <- .print("lost ", X).
-old(X) <- .print("lost old ", X).
+pong(X)[source(S)] <- .print("pong ", X, " from ", S).
+!failing <- ia.fails(1).
-!failing[error(E), error_msg(M)] <- .print(E, " ", M).
