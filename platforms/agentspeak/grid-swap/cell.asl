// The agent of one cell. cell(Mode, State, Requested, Accepted, Refused): its mode is idle; busy, in a
// transaction; done, having swapped as often as it may; closing, told to stop but still busy; or closed.
// Plans are atomic: the next message must find the cell as this one leaves it.

// other(Name): any other cell, at random. Agents are numbered from 1, cells from 0.
other(Name) :-
   number(Own) &
   cells(Cells) &
   .random(X) &
   .concat("c", (Own + math.floor(X * (Cells - 1))) mod Cells + 1, Name).

@settle[atomic]
+!settle(Own, Mode) : lab.param(cells, Cells) & lab.param(rounds, Rounds)
   <- +number(Own);
      +cells(Cells);
      +rounds(Rounds);
      +cell(Mode, Own - 1, 0, 0, 0);
      .send(controller, achieve, settled).

+!start : cell(_, Mine, _, _, _) & other(Other) <- .send(Other, achieve, request(Mine)).

@accept[atomic]
+!request(Theirs)[source(From)] : cell(idle, Mine, Q, A, R) & other(Other)
   <- -cell(idle, Mine, Q, A, R);
      +cell(busy, Theirs, Q, A + 1, R);
      .send(From, achieve, accepted(Mine));
      .send(Other, achieve, request(Theirs)).
@refuse[atomic]
+!request(_)[source(From)] <- .send(From, achieve, refused).

@accepted[atomic]
+!accepted(Theirs) : cell(busy, Mine, Q, A, R) & rounds(Rounds) & Q + 1 < Rounds
   <- -cell(busy, Mine, Q, A, R);
      +cell(idle, Theirs, Q + 1, A, R).
@done[atomic]
+!accepted(Theirs) : cell(busy, Mine, Q, A, R)
   <- -cell(busy, Mine, Q, A, R);
      +cell(done, Theirs, Q + 1, A, R);
      .send(controller, achieve, done).
@last_accepted[atomic]
+!accepted(Theirs) : cell(closing, _, Q, A, R) <- !close(Theirs, Q + 1, A, R).

@again[atomic]
+!refused : cell(busy, Mine, Q, A, R) & other(Other)
   <- -cell(busy, Mine, Q, A, R);
      +cell(busy, Mine, Q, A, R + 1);
      .send(Other, achieve, request(Mine)).
@last_refused[atomic]
+!refused : cell(closing, Mine, Q, A, R) <- !close(Mine, Q, A, R + 1).

@stop_busy[atomic]
+!stop : cell(busy, Mine, Q, A, R)
   <- -cell(busy, Mine, Q, A, R);
      +cell(closing, Mine, Q, A, R).
@stop[atomic]
+!stop : cell(_, Mine, Q, A, R) <- !close(Mine, Q, A, R).

+!close(State, Q, A, R) : number(Own)
   <- -cell(_, _, _, _, _);
      +cell(closed, State, Q, A, R);
      .send(controller, achieve, closed(Own - 1, Q, A, R, State)).
