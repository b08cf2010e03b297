// Each request is an intention of its own, so that small ones overtake large ones.

+!compute(N)[source(Client)]
   <- !fib(N, F);
      .send(Client, achieve, answer(F)).

+!fib(0, 0).
+!fib(1, 1).
+!fib(N, F)
   <- !fib(N - 1, A);
      !fib(N - 2, B);
      F = A + B.
