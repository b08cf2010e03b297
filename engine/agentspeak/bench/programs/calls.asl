// Goals that wait for goals: Fibonacci's numbers.
{ include("rounds.asl") }
size(20).
rounds(8).
+!prepare(_).
+!work(N)
   <- !fib(N, F);
      F > N.
+!fib(0, 0).
+!fib(1, 1).
+!fib(N, F)
   <- !fib(N - 1, A);
      !fib(N - 2, B);
      F = A + B.
