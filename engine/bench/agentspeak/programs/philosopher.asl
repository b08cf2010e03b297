+!dine(Left, Right, N)
   <- -+forks(Left, Right);
      -+left(N);
      !think.

+!think : left(0) <- .send(main, achieve, sated).
+!think : forks(Left, Right) <- .send(main, achieve, take(Left, Right)).

+!eat : forks(Left, Right) & left(N)
   <- -+left(N - 1);
      .send(main, achieve, back(Left, Right));
      !think.
