// Plans taught: a teacher tells a pupil how to do n things, and has each done.
{ include("rounds.asl") }

+!work(N, Sum) <- !teach(N, 0, Sum).

+!teach(0, Sum, Sum).
+!teach(I, Before, Sum)
   <- .concat("@lesson", I, " +!exercise(", I, ", X, Y) <- Y = X * 2 + ", I, ".", Plan);
      .send(pupil, tellHow, Plan);
      .send(pupil, achieve, try(I, 10));
      .wait(answer(I, Y));
      .abolish(answer(I, _));
      !teach(I - 1, Before + Y, Sum).
