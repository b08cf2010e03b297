// Tells all agents to begin and hears what they have come to.

settled(0).

+!settled <- !one_settled.
+!one_settled : settled(Before) & lab.param(agents, N) & Before + 1 < N <- -+settled(Before + 1).
+!one_settled <- !start.

+!start : lab.param(agents, N)
   <- +running(N);
      for (.range(N, K)) {
         lab.name("a", K + 1, Name);
         +agent(Name)
      };
      lab.clock(Start);
      +started(Start);
      for (agent(Name)) {
         .send(Name, achieve, go)
      }.

+!done(I, X, Steps)
   <- +done(I, X, Steps);
      !one_done.

+!one_done : running(N) & N > 1 <- -+running(N - 1).
+!one_done : started(Start)
   <- lab.clock(End);
      .findall(X, done(_, X, _), Xs);
      lab.xor(Xs, Xor);
      lab.report(xor, Xor);
      if (lab.param(witness, on)) {
         .findall(done(I, X, Steps), done(I, X, Steps), Done);
         lab.column(steps, Done, 3)
      };
      lab.iteration(End - Start).
