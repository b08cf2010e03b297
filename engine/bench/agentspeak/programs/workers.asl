// A few busy agents: four of them look for the primes up to n by trial, each in every fourth number.
{ include("rounds.asl") }

+!work(N, Sum)
   <- -+found(0);
      -+outstanding(4);
      for (.range(K, 1, 4)) {
         .concat("worker", K, Name);
         .send(Name, achieve, search(K * 2 + 1, N))
      };
      .wait(outstanding(0));
      ?found(Sum).

@result[atomic]
+!result(Count) : found(Before) & outstanding(K)
   <- -+found(Before + Count);
      -+outstanding(K - 1).
