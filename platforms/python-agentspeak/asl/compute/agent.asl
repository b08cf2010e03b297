// Does its share of the steps, by an action.

!settle.

+!settle : .my_name(Name) & lab.number(Name, I) & lab.param(agents, N) & lab.param(operations, T)
   <- if (I <= T mod N) {
         +share(I, T div N + 1)
      } else {
         +share(I, T div N)
      };
      .send(controller, achieve, settled).

+!go : share(I, Steps)
   <- lab.steps(I, Steps, X, Counted);
      .send(controller, achieve, done(I, X, Counted)).
