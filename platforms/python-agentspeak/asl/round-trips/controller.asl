// Lets the requesters begin, hears when each has its replies, and then collects what all have to report.
// The workload names them: requester(Name) and replier(Name).

+!joined <- !one_joined.
+!one_joined : missing(N) & N > 1 <- -+missing(N - 1).
+!one_joined <- !start.

+!start
   <- .count(requester(_), N);
      +running(N);
      lab.clock(Start);
      +started(Start);
      for (requester(Name)) {
         .send(Name, achieve, go(Start))
      }.

+!done(I, Acc, Replies)
   <- +done(I, Acc, Replies);
      !one_done.
+!one_done : running(N) & N > 1 <- -+running(N - 1).
+!one_done
   <- lab.clock(End);
      +ended(End);
      !collect.

+!collect : lab.param(clock, on)
   <- lab.sample("rtt.csv", agent, ns);
      .count(requester(_), N);
      +unwritten(N);
      for (requester(Name)) {
         .send(Name, achieve, write)
      }.
+!collect <- !ask_counts.

+!written <- !one_written.
+!one_written : unwritten(N) & N > 1 <- -+unwritten(N - 1).
+!one_written <- !ask_counts.

+!ask_counts
   <- .count(replier(_), M);
      +uncounted(M);
      for (replier(Name)) {
         .send(Name, achieve, count)
      }.

+!counted(I, N, Sum)
   <- +counted(I, N, Sum);
      !one_counted.
+!one_counted : uncounted(M) & M > 1 <- -+uncounted(M - 1).
+!one_counted : started(Start) & ended(End)
   <- .findall(done(I, Acc, Replies), done(I, Acc, Replies), Done);
      lab.column(acc, Done, 2);
      +replies(0);
      for (.member(done(_, _, Replies), Done)) {
         !add(Replies)
      };
      ?replies(All);
      lab.report(replies, All);
      .findall(counted(I, N, Sum), counted(I, N, Sum), Counted);
      lab.column(handled, Counted, 2);
      if (lab.param(witness, on)) {
         lab.column(witness, Counted, 3)
      };
      lab.iteration(End - Start).
+!add(Replies) : replies(Before) <- -+replies(Before + Replies).
