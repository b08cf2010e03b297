package agon.kilim;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.Compute;
import java.util.ArrayList;
import java.util.List;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Task;

/** Agents compute, each for itself. */
final class ComputeAgents implements Workload {
  private final Compute parameters;
  private final Host host;

  ComputeAgents(Arguments arguments) {
    parameters = Compute.of(arguments);
    host = new Host(arguments, arguments.variant("affine", "fork-join"));
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Mailbox<Compute.Result> results = new Mailbox<>();
    List<Mailbox<Begin>> agents = new ArrayList<>();
    for (int number = 1; number <= parameters.agents(); number++) {
      Mailbox<Begin> begin = new Mailbox<>();
      agents.add(begin);
      host.start(new Agent(parameters, number, begin, results));
    }
    return host.perform(outcome -> new Controller(parameters, agents, results, outcome));
  }

  @Override
  public void close() {
    host.close();
  }

  private enum Begin {
    INSTANCE
  }

  /** Does its steps when it is started; numbered from 1. */
  private static final class Agent extends Task<Void> {
    private final Compute parameters;
    private final int number;
    private final Mailbox<Begin> begin;
    private final Mailbox<Compute.Result> controller;

    Agent(
        Compute parameters, int number, Mailbox<Begin> begin, Mailbox<Compute.Result> controller) {
      this.parameters = parameters;
      this.number = number;
      this.begin = begin;
      this.controller = controller;
    }

    @Override
    public void execute() throws Pausable {
      begin.get();
      controller.putnb(parameters.run(number));
    }
  }

  private static final class Controller extends Task<Void> {
    private final Compute parameters;
    private final List<Mailbox<Begin>> agents;
    private final Mailbox<Compute.Result> mailbox;
    private final Outcome outcome;

    Controller(
        Compute parameters,
        List<Mailbox<Begin>> agents,
        Mailbox<Compute.Result> mailbox,
        Outcome outcome) {
      this.parameters = parameters;
      this.agents = agents;
      this.mailbox = mailbox;
      this.outcome = outcome;
    }

    @Override
    public void execute() throws Pausable {
      Compute.Results results = new Compute.Results(parameters);
      outcome.startClock();
      for (Mailbox<Begin> agent : agents) {
        agent.putnb(Begin.INSTANCE);
      }
      boolean last = false;
      while (!last) {
        last = results.add(mailbox.get());
      }
      outcome.end(results::report);
    }
  }
}
