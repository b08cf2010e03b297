// Lets the requesters begin, hears when each has its replies, and then collects what all have to report.
// The workload names them, requester(Name) and replier(Name), and says how many there are: agents(A) in all,
// requesters(N), repliers(M).

settled(0).

@settled[atomic]
+!settled : settled(Before) & agents(All) & Before + 1 < All
   <- -settled(Before);
      +settled(Before + 1).
+!settled <- !start.

+!start : requesters(N)
   <- +running(N);
      .findall(Name, requester(Name), Names);
      lab.clock(Start);
      +started(Start);
      .send(Names, achieve, begin(Start)).

@done[atomic]
+!done(I, Acc, Replies) : running(N) & N > 1
   <- +done(I, Acc, Replies);
      -running(N);
      +running(N - 1).
+!done(I, Acc, Replies)
   <- lab.clock(End);
      +done(I, Acc, Replies);
      +ended(End);
      !collect.

+!collect : lab.param(clock, on) & requesters(N)
   <- lab.sample("rtt.csv", agent, ns);
      +unwritten(N);
      .findall(Name, requester(Name), Names);
      .send(Names, achieve, write).
+!collect <- !ask_counts.

@written[atomic]
+!written : unwritten(N) & N > 1
   <- -unwritten(N);
      +unwritten(N - 1).
+!written <- !ask_counts.

+!ask_counts : repliers(M)
   <- +uncounted(M);
      .findall(Name, replier(Name), Names);
      .send(Names, achieve, count).

@counted[atomic]
+!counted(I, N)
   <- +counted(I, N);
      !one_less.
@proven[atomic]
+!counted(I, N, Sum)
   <- +counted(I, N);
      +proven(I, Sum);
      !one_less.

+!one_less : uncounted(M) & M > 1
   <- -uncounted(M);
      +uncounted(M - 1).
+!one_less <- !report.

+!report : started(Start) & ended(End)
   <- .findall(Replies, done(_, _, Replies), All);
      lab.report(replies, math.sum(All));
      .findall(acc(I, Acc), done(I, Acc, _), Accs);
      !report(acc, Accs);
      .findall(counted(I, N), counted(I, N), Counts);
      !report(handled, Counts);
      .findall(proven(I, Sum), proven(I, Sum), Proofs);
      if (Proofs \== []) {
         !report(witness, Proofs)
      };
      lab.iteration(End - Start);
      .stopMAS.

// Reports what is known of each agent, in the agents' order.
+!report(Key, Facts)
   <- .sort(Facts, Sorted);
      .findall(Value, .member(Fact, Sorted) & Fact =.. [_, [_, Value], _], Values);
      lab.report(Key, Values).
