package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Compute;
import org.jetlang.channels.Channel;
import org.jetlang.fibers.Fiber;

/** Agents compute, each for itself. */
final class ComputeAgents implements Workload {
  private final Compute parameters;
  private final Host host;

  ComputeAgents(Arguments arguments) {
    host = Host.of(arguments.variant("pool", "thread"), arguments);
    parameters = Compute.of(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    try (Troupe troupe = new Troupe(host)) {
      Channel<Begin> begin = troupe.channel();
      Channel<Compute.Result> done = troupe.channel();
      for (int i = 1; i <= parameters.agents(); i++) {
        int number = i;
        begin.subscribe(troupe.fiber(), message -> done.publish(parameters.run(number)));
      }
      Compute.Results results = new Compute.Results(parameters);
      Fiber controller = troupe.fiber();
      done.subscribe(
          controller,
          result -> {
            if (results.add(result)) {
              troupe.outcome().end(results::report);
            }
          });
      return troupe.perform(controller, () -> begin.publish(Begin.INSTANCE));
    }
  }

  @Override
  public void close() {
    host.close();
  }

  private enum Begin {
    INSTANCE
  }
}
