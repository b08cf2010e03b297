// Settles the cells, starts the active ones, stops all when the first has done its swaps, and collects
// what they report. No list of all cells: Jason walks through lists recursively, and a grid of 100 by 100
// would overflow its stack.

name(Cell, Name) :- .concat("c", Cell + 1, Name).

!settle.

+!settle : lab.param(cells, Cells) & lab.input(1, Active)
   <- +missing(Cells);
      for (.member(Cell, Active)) {
         +active(Cell)
      };
      for (.range(Cell, 0, Cells - 1) & name(Cell, Name)) {
         if (active(Cell)) {
            .send(Name, achieve, settle(Cell + 1, busy))
         } else {
            .send(Name, achieve, settle(Cell + 1, idle))
         }
      }.

@settled[atomic]
+!settled : missing(N) & N > 1 <- -+missing(N - 1).
+!settled : missing(1) <- !start.

+!start : lab.param(cells, Cells) & lab.input(1, Active)
   <- +running(Cells);
      +swaps(0);
      +refusals(0);
      lab.clock(Start);
      +started(Start);
      for (.member(Cell, Active) & name(Cell, Name)) {
         .send(Name, achieve, start)
      }.

@done[atomic]
+!done : not stopping & lab.param(cells, Cells)
   <- +stopping;
      for (.range(Cell, 0, Cells - 1) & name(Cell, Name)) {
         .send(Name, achieve, stop)
      }.
+!done.

@closed[atomic]
+!closed(Cell, Requested, Accepted, Refused, State) : swaps(Swaps) & refusals(Refusals)
   <- +closed(Cell, Requested, Accepted, Refused, State);
      -swaps(Swaps);
      +swaps(Swaps + Requested);
      -refusals(Refusals);
      +refusals(Refusals + Refused);
      !one_less.

+!one_less : running(N) & N > 1 <- -+running(N - 1).
+!one_less : running(1)
   <- lab.clock(End);
      !report(End).

+!report(End) : started(Start) & lab.param(cells, Cells) & swaps(Swaps) & refusals(Refusals)
   <- lab.sample("cells.csv", cell, requested, accepted, refused, state);
      for (.range(Cell, 0, Cells - 1) & closed(Cell, Q, A, R, State)) {
         lab.sample("cells.csv", Cell, Q, A, R, State)
      };
      lab.report(swaps, Swaps);
      lab.report(requests, Swaps + Refusals);
      lab.iteration(End - Start);
      .stopMAS.
