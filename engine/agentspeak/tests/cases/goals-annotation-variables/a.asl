!start.

+!start
   <- !g(1)[by(me), in(X)]; .print(X);
      !g(2)[in(Y)]; .print(Y);
      !h[opt(1), opt(2)]; !h[opt(3)]; !h;
      !k(A)[res(B)]; .print(A, " ", B);
      .stopMAS.
+!g(N)[by(W), in(V)] <- .print("by ", W); V = N + 1.
+!g(N)[in(V)] <- V = N * 100.
+!h[opt(2)] <- .print("two").
+!h[opt(N)] <- .print("opt ", N).
+!h[source(S)] <- .print("no opt, from ", S).
+!k(X)[res(Y)|Rest] <- X = Rest; Y = done.
