step(2) :- .my_name(reporter1).
step(3) :- .my_name(reporter2).
step(5) :- .my_name(reporter3).

+!report(N)[source(Listener)] : step(Step)
   <- for (.range(I, 1, N)) {
         if (I mod Step == 0) {
            .send(Listener, tell, seen(I))
         }
      };
      .send(Listener, achieve, reported).
