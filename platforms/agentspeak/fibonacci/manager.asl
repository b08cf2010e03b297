// Starts the clients and writes down what they measure.

client(K, Name) :- .concat("c", K, Text) & .term2string(Name, Text).

!prepare.

+!prepare : lab.param(clients, C)
   <- lab.sample("points.csv", client, n, value, ns);
      +missing(C);
      for (.range(K, 1, C)) {
         ?client(K, Name);
         .send(Name, achieve, get_ready(K))
      }.

@settled[atomic]
+!settled : missing(N) & N > 1 <- -+missing(N - 1).
+!settled : missing(1) <- !start.

+!start : lab.param(clients, C) & lab.param(requests, R)
   <- +expected(C * R);
      +answers(0);
      .findall(Name, .range(K, 1, C) & client(K, Name), Names);
      // agon: begin report
      lab.clock(Start);
      +started(Start);
      // agon: end
      .send(Names, achieve, go).

@point[atomic]
+!point(Client, N, F, Time) : answers(Answers)
   <- lab.sample("points.csv", Client, N, F, Time);
      -+answers(Answers + 1);
      !finish.

+!finish : answers(Answers) & expected(Expected) & Answers < Expected.
+!finish : answers(Answers) & started(Start)
   <- lab.clock(End);
      // agon: begin report
      lab.report(answers, Answers);
      lab.iteration(End - Start);
      // agon: end
      .stopMAS.
