// A robot on a grid of 10 columns and n rows walks over every cell and carries away what it perceives there.
{ include("rounds.asl") }

+!work(N, result(Steps, Found))
   <- .abolish(garbage(_, _));
      -+steps(0);
      -+bag(0);
      for (.range(Y, 0, N - 1)) {
         +garbage((Y * 7) mod 10, Y);
         +garbage((Y * 3 + 1) mod 10, Y)
      };
      -+position(0, 0);
      !sweep;
      ?steps(Steps);
      ?bag(Found).

+!sweep : position(X, Y) & garbage(X, Y) & bag(Count)
   <- -garbage(X, Y);
      -+bag(Count + 1);
      !sweep.
+!sweep : position(X, Y) & Y mod 2 == 0 & X < 9
   <- !go(X + 1, Y);
      !sweep.
+!sweep : position(X, Y) & Y mod 2 == 1 & X > 0
   <- !go(X - 1, Y);
      !sweep.
+!sweep : position(X, Y) & size(N) & Y < N - 1
   <- !go(X, Y + 1);
      !sweep.
+!sweep.

+!go(X, Y) : steps(Count)
   <- -+position(X, Y);
      -+steps(Count + 1).
