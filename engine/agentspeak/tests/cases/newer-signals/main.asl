!start.

+!start
   <- .signal({+a(1)}); .wait(20); .signal({+a(2)[source(x)]}); .wait(20);
      .signal({+a(3)}, type_signal); .wait(20); .signal({+a(4)}, other); .wait(20);
      .signal({+!goal}); .wait(20); .signal({-a(5)}, type_signal); .wait(20);
      .send(other, signal, a(6)); .send(other, signal, [a(7)]); .send(other, signal, n::a(8)); .send(other, signal, plain);
      .wait(50); !over.
+a(X)[signal, source(S)] <- .print("a signal ", X, " of ", S).
+a(X)[source(S)] <- .print("no signal ", X, " of ", S).
+a(X) <- .print("nobody's ", X).
-a(X)[H | T] <- .print("gone ", X, " ", H, T).
+!goal[source(S)] <- .print("a goal of ", S).
+!goal <- .print("nobody's goal").
+!over <- .signal({+a(9)}, 1, 2).
-!over[error(E), error_msg(M)] <- .print(E, ": ", M); .stopMAS.
