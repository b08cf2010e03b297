// Does its share of the steps, by an internal action: the source's agents computed in Java as well.

number(I) :-
  .my_name(Name) & .term2string(Name, Text) & .delete(0, 1, Text, Digits) & .term2string(I, Digits).

!settle.

+!settle : number(I) & lab.param(agents, N) & lab.param(operations, T)
  <- if (I <= T mod N) { +share(I, T div N + 1) } else { +share(I, T div N) };
     .send(controller, achieve, settled).

+!begin : share(I, Steps)
  <- lab.steps(I, Steps, X, Counted);
     .send(controller, achieve, done(I, X, Counted)).
