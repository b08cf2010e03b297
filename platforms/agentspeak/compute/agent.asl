// Does its share of the steps, by an internal action: the source's agents computed in Java as well.

number(I) :-
   .my_name(Name) &
   .term2string(Name, Text) &
   .delete(0, 1, Text, Digits) &
   .term2string(I, Digits).

!settle.

+!settle : number(I) & lab.param(agents, N) & lab.param(operations, T)
   <- Each = math.floor(T / N); // Jason's div and mod are of 32 bits
      if (I <= T - N * Each) {
         +share(I, Each + 1)
      } else {
         +share(I, Each)
      };
      .send(controller, achieve, settled).

+!begin : share(I, Steps)
   <- lab.steps(I, Steps, X, Counted);
      .send(controller, achieve, done(I, X, Counted)).
