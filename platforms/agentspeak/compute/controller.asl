// Tells all agents to begin and hears what they have come to.

settled(0).

@settled[atomic]
+!settled : settled(N) & lab.param(agents, All) & N + 1 < All
   <- -settled(N);
      +settled(N + 1).
+!settled <- !start.

+!start : lab.param(agents, N)
   <- +running(N);
      .findall(Name, .range(I, 1, N) & .concat("a", I, Name), Names);
      lab.clock(Start);
      +started(Start);
      .send(Names, achieve, begin).

@done[atomic]
+!done(I, X, Steps) : running(N) & N > 1
   <- +done(I, X, Steps);
      -running(N);
      +running(N - 1).
+!done(I, X, Steps)
   <- lab.clock(End);
      +done(I, X, Steps);
      !report(End).

+!report(End) : started(Start)
   <- .findall(done(I, X, Steps), done(I, X, Steps), Facts);
      .sort(Facts, Done);
      .findall(X, .member(done(_, X, _), Done), Xs);
      lab.xor(Xs, Xor);
      lab.report(xor, Xor);
      if (lab.param(witness, on)) {
         .findall(Steps, .member(done(_, _, Steps), Done), Counts);
         lab.report(steps, Counts)
      };
      lab.iteration(End - Start);
      .stopMAS.
