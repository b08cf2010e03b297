// Beliefs looked up by each of their arguments: n of them, n times by each.
{ include("rounds.asl") }

+!work(N, Sum)
   <- .abolish(entry(_, _, _));
      for (.range(I, 1, N)) {
         +entry(I, N + I, 2 * N + I)
      };
      !first(N, 0, A);
      !second(N, 0, B);
      !third(N, 0, C);
      Sum = A + B + C.

+!first(0, Sum, Sum).
+!first(I, Before, Sum) : entry(I, X, _) <- !first(I - 1, Before + X, Sum).

+!second(0, Sum, Sum).
+!second(I, Before, Sum) : size(N) & entry(X, N + I, _) <- !second(I - 1, Before + X, Sum).

+!third(0, Sum, Sum).
+!third(I, Before, Sum)
   <- ?size(N);
      K = 2 * N + I;
      ?entry(X, _, K);
      !third(I - 1, Before + X, Sum).
