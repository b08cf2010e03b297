// Two agents: a ball that goes to and fro n times.
{ include("rounds.asl") }

+!work(N, Touched)
   <- -+touched(0);
      -finished;
      .send(other, achieve, ball(N));
      .wait(finished);
      ?touched(Touched).

+!ball(0) <- +finished.
+!ball(I) : touched(Before)
   <- -+touched(Before + 1);
      .send(other, achieve, ball(I)).
