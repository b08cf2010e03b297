!start.

+!start
   <- !pair(X, Y); .print(X, Y);
      L = [A, B|R]; !fill(L); .print(L, A, B, R);
      !same(P, P, Q); .print(P, Q);
      !struct(f(S, g(T))); .print(S, T);
      !open(U); U = f(One, _); .print(One); !close(U); .print(U);
      !chain(1, V); .print(V);
      !both(W, W2); W = 3; .print(W2);
      .stopMAS.
+!pair(1, two).
+!fill([x, y, z]).
+!same(M, N, O) <- M = 4; O = N.
+!struct(f(X, g(Y))) <- Y = [X]; X = in.
+!open(f(X, Y)) <- X = 1.
+!close(f(_, Y)) <- Y = shut.
+!chain(N, R) : N < 4 <- !chain(N + 1, R).
+!chain(N, [N|T]) <- T = [end].
+!both(X, Y) <- X = Y.
