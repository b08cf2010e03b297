// The agent of one cell. cell(Mode, State, Requested, Accepted, Refused): its mode is idle; busy, in a
// transaction; done, having swapped as often as it may; closing, told to stop but still busy; or closed.

+!settle(Own, Mode)
   <- +number(Own);
      +cell(Mode, Own - 1, 0, 0, 0);
      .send(controller, achieve, settled).

// Any other cell, at random. Agents are numbered from 1, cells from 0.
+!ask : cell(_, Mine, _, _, _) & number(Own) & lab.param(cells, Cells)
   <- .random(X);
      lab.name("c", (Own + (X * (Cells - 1)) div 1) mod Cells + 1, Other);
      .send(Other, achieve, request(Mine)).

+!start <- !ask.

+!request(Theirs)[source(From)] <- !answer(Theirs, From).
+!answer(Theirs, From) : cell(idle, Mine, Q, A, R)
   <- -cell(idle, Mine, Q, A, R);
      +cell(busy, Theirs, Q, A + 1, R);
      .send(From, achieve, accepted(Mine));
      !ask.
+!answer(_, From) <- .send(From, achieve, refused).

+!accepted(Theirs) <- !swap(Theirs).
+!swap(Theirs) : cell(busy, Mine, Q, A, R) & lab.param(rounds, Rounds) & Q + 1 < Rounds
   <- -cell(busy, Mine, Q, A, R);
      +cell(idle, Theirs, Q + 1, A, R).
+!swap(Theirs) : cell(busy, Mine, Q, A, R)
   <- -cell(busy, Mine, Q, A, R);
      +cell(done, Theirs, Q + 1, A, R);
      .send(controller, achieve, done).
+!swap(Theirs) : cell(closing, Mine, Q, A, R)
   <- -cell(closing, Mine, Q, A, R);
      !close(Theirs, Q + 1, A, R).

+!refused <- !again.
+!again : cell(busy, Mine, Q, A, R)
   <- -cell(busy, Mine, Q, A, R);
      +cell(busy, Mine, Q, A, R + 1);
      !ask.
+!again : cell(closing, Mine, Q, A, R)
   <- -cell(closing, Mine, Q, A, R);
      !close(Mine, Q, A, R + 1).

+!stop <- !wind_up.
+!wind_up : cell(busy, Mine, Q, A, R)
   <- -cell(busy, Mine, Q, A, R);
      +cell(closing, Mine, Q, A, R).
+!wind_up : cell(Mode, Mine, Q, A, R)
   <- -cell(Mode, Mine, Q, A, R);
      !close(Mine, Q, A, R).

+!close(State, Q, A, R) : number(Own)
   <- +cell(closed, State, Q, A, R);
      .send(controller, achieve, closed(Own - 1, Q, A, R, State)).
