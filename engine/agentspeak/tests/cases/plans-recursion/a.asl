!start.

+!start
   <- !fact(20, F); .print(F);
      !fib(15, B); .print(B);
      !ack(2, 3, A); .print(A);
      !gcd(1071, 462, G); .print(G);
      !insert([5, 2, 8, 1, 9, 3], nil, T); .print(T);
      !walk(T, L); .print(L);
      !height(T, H); .print(H);
      !map([1, 2, 3], square, M); .print(M);
      !fold([1, 2, 3, 4], add, 0, S); .print(S);
      !collatz(27, 0, C); .print(C);
      .stopMAS.
+!fact(0, 1).
+!fact(N, R) <- !fact(N - 1, F); R = N * F.
+!fib(N, N) : N < 2.
+!fib(N, R) <- !fib(N - 1, A); !fib(N - 2, B); R = A + B.
+!ack(0, N, N + 1).
+!ack(M, 0, R) <- !ack(M - 1, 1, R).
+!ack(M, N, R) <- !ack(M, N - 1, R1); !ack(M - 1, R1, R).
+!gcd(A, 0, A).
+!gcd(A, B, G) <- !gcd(B, A mod B, G).
+!insert([], T, T).
+!insert([X|Xs], T, R) <- !put(X, T, T1); !insert(Xs, T1, R).
+!put(X, nil, node(nil, X, nil)).
+!put(X, node(L, Y, R), node(L1, Y, R)) : X < Y <- !put(X, L, L1).
+!put(X, node(L, Y, R), node(L, Y, R1)) <- !put(X, R, R1).
+!walk(nil, []).
+!walk(node(L, X, R), W) <- !walk(L, A); !walk(R, B); .concat(A, [X|B], W).
+!height(nil, 0).
+!height(node(L, _, R), H) <- !height(L, A); !height(R, B); H = 1 + math.max(A, B).
+!map([], _, []).
+!map([X|Xs], F, [Y|Ys]) <- G =.. [F, [X, Y], []]; !G; !map(Xs, F, Ys).
+!square(X, X * X).
+!fold([], _, A, A).
+!fold([X|Xs], F, A, R) <- G =.. [F, [A, X, A1], []]; !G; !fold(Xs, F, A1, R).
+!add(X, Y, X + Y).
+!collatz(1, N, N).
+!collatz(X, N, R) : X mod 2 == 0 <- !collatz(X / 2, N + 1, R).
+!collatz(X, N, R) <- !collatz(3 * X + 1, N + 1, R).
