{ register_function("my.fact", 1, "fact") }
{ register_function("my.fib", 1, "fib") }
{ register_function("my.size", 2, "size") }
fact(0, 1).
fact(N, F) :- N > 0 & F = N * my.fact(N - 1).
fib(N, N) :- N < 2.
fib(N, F) :- N >= 2 & F = my.fib(N - 1) + my.fib(N - 2).
size(A, B, S) :- .count(p(_), C) & S = A * B + C.
p(1). p(2).
!start.

+!start : X = my.fact(5) & X > 100
   <- .print(X, " ", my.fib(12), " ", my.size(2, 3));
      Y = my.fact(3) + 1; .print(Y);
      !g(my.fact(4)); +fact_of(my.fact(2)); ?fact_of(Z); .print(Z);
      if (my.fib(7) == 13) { .print("thirteen") };
      .findall(my.fib(I), .range(I, 0, 8), L); .print(L);
      W = my.fact(V); V = 6; .print(W);
      .stopMAS.
+!g(24) <- .print("twenty-four").
+!g(X) <- .print("not ", X).
