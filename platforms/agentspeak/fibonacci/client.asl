// Asks the server for one number after the other and times each answer.

+!get_ready(Own) : lab.input(Own, Requests)
   <- +number(Own);
      +requests(Requests);
      .send(manager, achieve, settled).

+!go : requests(Requests) <- !ask(Requests).

+!ask([N | Rest])
   <- lab.clock(Start);
      -+asked(N, Start, Rest);
      .send(server, achieve, compute(N)).
+!ask([]).

+!answer(F) : asked(N, Start, Rest) & number(Own)
   <- lab.clock(End);
      .send(manager, achieve, point(Own, N, F, End - Start));
      !ask(Rest).
