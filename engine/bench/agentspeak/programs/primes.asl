// A sieve of beliefs: the primes up to n.
{ include("rounds.asl") }

+!work(N, result(Count, Sum))
   <- .abolish(composite(_));
      !sieve(2, N);
      .findall(P, .range(P, 2, N) & not composite(P), Primes);
      Count = .length(Primes);
      Sum = math.sum(Primes).

+!sieve(P, N) : P * P > N.
+!sieve(P, N) : composite(P) <- !sieve(P + 1, N).
+!sieve(P, N)
   <- !strike(P * P, P, N);
      !sieve(P + 1, N).

+!strike(M, _, N) : M > N.
+!strike(M, P, N)
   <- +composite(M);
      !strike(M + P, P, N).
