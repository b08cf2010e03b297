!start.

+!start
   <- .my_name(Me); .send(Me, signal, a(1)); .wait(20); .send(Me, signal, [b(1), c(2)]); .wait(20); .send(Me, signal, n::d(1)); .wait(20);
      .send(Me, signal, e(1)[f, source(bob)]); .wait(20); .send(Me, signal, g); .wait(20); .stopMAS.
+a(X)[H | T] <- .print(a, H, T).
+n::d(X)[H | T] <- .print(d, H, T).
+e(X)[H | T] <- .print(e, H, T).
+g[H | T] <- .print(g, H, T).
+!kqml_received(_, other, _, _).
