// Settles the cells, starts the active ones, stops all when the first has done its swaps, and collects
// what they report.

name(Cell, Name) :- .concat("c", Cell + 1, Name).

!settle.

+!settle : lab.param(cells, Cells) & lab.input(1, Active)
  <- +missing(Cells);
     for (.member(Cell, Active)) { +active(Cell) };
     for (.range(Cell, 0, Cells - 1) & name(Cell, Name)) {
       if (active(Cell)) {
         .send(Name, achieve, settle(Cell + 1, busy))
       } else {
         .send(Name, achieve, settle(Cell + 1, idle))
       }
     }.

@settled[atomic] +!settled : missing(N) & N > 1 <- -+missing(N - 1).
+!settled : missing(1) <- !start.

+!start : lab.param(cells, Cells) & lab.input(1, Active)
  <- +running(Cells);
     .findall(Name, .range(Cell, 0, Cells - 1) & name(Cell, Name), All);
     +all(All);
     .findall(Name, .member(Cell, Active) & name(Cell, Name), Names);
     lab.clock(Start);
     +started(Start);
     .send(Names, achieve, start).

@done[atomic] +!done : all(All) <- -all(All); .send(All, achieve, stop).
+!done.

@closed[atomic] +!closed(Cell, Requested, Accepted, Refused, State)
  <- +closed(Cell, Requested, Accepted, Refused, State);
     !one_less.

+!one_less : running(N) & N > 1 <- -+running(N - 1).
+!one_less : running(1) <- lab.clock(End); !report(End).

+!report(End) : started(Start)
  <- .findall(closed(Cell, Q, A, R, State), closed(Cell, Q, A, R, State), Facts);
     .sort(Facts, Cells);
     lab.sample("cells.csv", iteration, cell, requested, accepted, refused, state);
     for (.member(closed(Cell, Q, A, R, State), Cells)) {
       lab.sample("cells.csv", 0, Cell, Q, A, R, State)
     };
     .findall(Q, .member(closed(_, Q, _, _, _), Cells), Swaps);
     .findall(R, .member(closed(_, _, _, R, _), Cells), Refusals);
     lab.report(swaps, math.sum(Swaps));
     lab.report(requests, math.sum(Swaps) + math.sum(Refusals));
     lab.iteration(End - Start);
     .stopMAS.
