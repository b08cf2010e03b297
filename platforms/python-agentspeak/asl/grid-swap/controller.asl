// Settles the cells, starts the active ones, stops all when the first has done its swaps, and collects
// what they report.

!settle.

+!settle : lab.param(cells, Cells) & lab.input(1, Active)
   <- +missing(Cells);
      for (.member(Cell, Active)) {
         lab.name("c", Cell + 1, Name);
         +active(Cell, Name)
      };
      for (.range(Cells, Cell)) {
         lab.name("c", Cell + 1, Name);
         +cell(Name);
         if (active(Cell, _)) {
            .send(Name, achieve, settle(Cell + 1, busy))
         } else {
            .send(Name, achieve, settle(Cell + 1, idle))
         }
      }.

+!settled <- !one_settled.
+!one_settled : missing(N) & N > 1 <- -+missing(N - 1).
+!one_settled <- !start.

+!start : lab.param(cells, Cells)
   <- +running(Cells);
      +swaps(0);
      +refusals(0);
      lab.clock(Start);
      +started(Start);
      for (active(_, Name)) {
         .send(Name, achieve, start)
      }.

+!done <- !stop.
+!stop : stopping.
+!stop
   <- +stopping;
      for (cell(Name)) {
         .send(Name, achieve, stop)
      }.

+!closed(Cell, Requested, Accepted, Refused, State)
   <- +closed(Cell, Requested, Accepted, Refused, State);
      ?swaps(Swaps);
      -+swaps(Swaps + Requested);
      ?refusals(Refusals);
      -+refusals(Refusals + Refused);
      !one_closed.

+!one_closed : running(N) & N > 1 <- -+running(N - 1).
+!one_closed : started(Start) & swaps(Swaps) & refusals(Refusals)
   <- lab.clock(End);
      lab.sample("cells.csv", cell, requested, accepted, refused, state);
      .findall(closed(Cell, Q, A, R, State), closed(Cell, Q, A, R, State), Facts);
      .sort(Facts, Closed);
      for (.member(closed(Cell, Q, A, R, State), Closed)) {
         lab.sample("cells.csv", Cell, Q, A, R, State)
      };
      lab.report(swaps, Swaps);
      lab.report(requests, Swaps + Refusals);
      lab.iteration(End - Start).
