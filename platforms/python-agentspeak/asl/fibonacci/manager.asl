// Starts the clients and writes down what they measure.

!prepare.

+!prepare : lab.param(clients, C)
   <- lab.sample("points.csv", client, n, value, ns);
      +missing(C);
      for (.range(C, K)) {
         lab.name("c", K + 1, Name);
         +client(Name);
         .send(Name, achieve, get_ready(K + 1))
      }.

+!settled <- !one_settled.
+!one_settled : missing(N) & N > 1 <- -+missing(N - 1).
+!one_settled <- !start.

+!start : lab.param(clients, C) & lab.param(requests, R)
   <- +missing_answers(C * R);
      // agon: begin report
      lab.clock(Start);
      +started(Start);
      // agon: end
      for (client(Name)) {
         .send(Name, achieve, go)
      }.

+!point(Client, N, F, Time)
   <- lab.sample("points.csv", Client, N, F, Time);
      !one_answer.

+!one_answer : missing_answers(N) & N > 1 <- -+missing_answers(N - 1).
+!one_answer : started(Start) & lab.param(clients, C) & lab.param(requests, R)
   <- lab.clock(End);
      // agon: begin report
      lab.report(answers, C * R);
      lab.iteration(End - Start).
// agon: end
