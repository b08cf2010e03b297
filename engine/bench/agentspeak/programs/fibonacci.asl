// Recursion by plans: the 15th Fibonacci number, n times.
{ include("rounds.asl") }

+!work(N, Sum) <- !repeat(N, 0, Sum).

+!repeat(0, Sum, Sum).
+!repeat(N, Before, Sum)
   <- !fib(15, F);
      !repeat(N - 1, Before + F, Sum).

+!fib(0, 0).
+!fib(1, 1).
+!fib(N, F) : N > 1
   <- !fib(N - 1, A);
      !fib(N - 2, B);
      F = A + B.
