// Five philosophers, each of whom eats n times; the table hands out two forks at a time, in the order in which they are asked for.
{ include("rounds.asl") }

+!work(N, result(Meals, Free))
   <- .abolish(fork(_));
      .abolish(hungry(_, _, _));
      -+meals(0);
      -+sated(0);
      for (.range(K, 0, 4)) {
         +fork(K)
      };
      for (.range(K, 0, 4)) {
         .concat("philosopher", K + 1, Name);
         .send(Name, achieve, dine(K, (K + 1) mod 5, N))
      };
      .wait(sated(5));
      ?meals(Meals);
      .count(fork(_), Free).

@take[atomic]
+!take(Left, Right)[source(Who)] : fork(Left) & fork(Right) <- !give(Who, Left, Right).
@hungry[atomic]
+!take(Left, Right)[source(Who)] <- +hungry(Who, Left, Right).

@give[atomic]
+!give(Who, Left, Right)
   <- -fork(Left);
      -fork(Right);
      .send(Who, achieve, eat).

@back[atomic]
+!back(Left, Right) : meals(Meals)
   <- +fork(Left);
      +fork(Right);
      -+meals(Meals + 1);
      !serve.

+!serve : hungry(Who, Left, Right) & fork(Left) & fork(Right)
   <- -hungry(Who, Left, Right);
      !give(Who, Left, Right);
      !serve.
+!serve.

@sated[atomic]
+!sated : sated(Count) <- -+sated(Count + 1).
