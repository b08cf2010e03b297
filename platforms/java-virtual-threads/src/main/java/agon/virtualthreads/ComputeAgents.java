package agon.virtualthreads;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.Compute;
import java.util.ArrayList;
import java.util.List;

/** Agents compute, each for itself. */
final class ComputeAgents implements Workload {
  private final Compute parameters;

  ComputeAgents(Arguments arguments) {
    parameters = Compute.of(arguments);
    arguments.variant("default");
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Mailbox<Compute.Result> results = new Mailbox<>();
    List<Mailbox<Begin>> agents = new ArrayList<>();
    try (Host host = new Host()) {
      for (int number = 1; number <= parameters.agents(); number++) {
        Mailbox<Begin> begin = new Mailbox<>();
        agents.add(begin);
        host.start(new Agent(parameters, number, begin, results));
      }
      return host.perform(outcome -> new Controller(parameters, agents, results, outcome));
    }
  }

  @Override
  public void close() {}

  private enum Begin {
    INSTANCE
  }

  /** Does its steps when it is started; numbered from 1. */
  private record Agent(
      Compute parameters, int number, Mailbox<Begin> begin, Mailbox<Compute.Result> controller)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      begin.get();
      controller.put(parameters.run(number));
    }
  }

  private record Controller(
      Compute parameters,
      List<Mailbox<Begin>> agents,
      Mailbox<Compute.Result> mailbox,
      Outcome outcome)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      Compute.Results results = new Compute.Results(parameters);
      outcome.startClock();
      for (Mailbox<Begin> agent : agents) {
        agent.put(Begin.INSTANCE);
      }
      boolean last = false;
      while (!last) {
        last = results.add(mailbox.get());
      }
      outcome.end(results::report);
    }
  }
}
