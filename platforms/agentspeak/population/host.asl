// Creates the agents, and dismisses them when all have greeted.

greetings(0).
left(0, 0, 0).

!begin.

+!begin : lab.param(agents, N)
   <- lab.clock(Start);
      +started(Start);
      for (.range(I, 1, N)) {
         .concat("a", I, Name);
         // Jason else gives them this agent's, with a mailbox that no message reaches
         .create_agent(Name, "agent.asl", [agentArchClass("jason.architecture.AgArch")])
      }.

@greeting[atomic]
+!greeting : greetings(N) & lab.param(agents, N + 1)
   <- -+greetings(N + 1);
      !!dismiss.
@another[atomic]
+!greeting : greetings(N) <- -+greetings(N + 1).

+!dismiss : greetings(N)
   <- .findall(Name, .range(I, 1, N) & .concat("a", I, Name), Names);
      .send(Names, achieve, farewell(N)).

// Jason's mod is of 32 bits.
@goodbye[atomic]
+!goodbye(I, Acc) : left(N, Sum, Proof)
   <- Next = Proof + Acc - 2147483647 * math.floor((Proof + Acc) / 2147483647);
      -+left(N + 1, Sum + I, Next);
      if (lab.param(agents, N + 1)) {
         lab.clock(End);
         !report(End)
      }.

// agon: begin report
+!report(End) : started(Start) & greetings(Greetings) & left(Goodbyes, Sum, Proof)
   <- lab.report(greetings, Greetings);
      lab.report(goodbyes, Goodbyes);
      lab.report(sum, Sum);
      if (lab.param(witness, on)) {
         lab.report(witness, Proof)
      };
      lab.iteration(End - Start);
      .stopMAS.
// agon: end
