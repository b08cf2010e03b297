!primes(30).

+!primes(N)
   <- for (.range(I, 2, N)) { +candidate(I) };
      +next(2);
      while (next(P) & P * P <= N) {
         if (candidate(P)) { for (.range(M, P * P, N, P)) { -candidate(M) } };
         -+next(P + 1)
      };
      .findall(X, candidate(X), L); .sort(L, S); .print(S);
      .length(S, Count); .print(Count, " up to ", N);
      !twins(S).
+!twins([A, B|T]) : B - A == 2 <- .print(A, " and ", B); !twins([B|T]).
+!twins([_|T]) <- !twins(T).
+!twins([]) <- .stopMAS.
