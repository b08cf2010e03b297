package agon.foundry;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Pipeline;

/** Strings pass three stages, each of which makes new ones of them. */
final class StringPipeline implements Workload {
  /**
   * What the actors of the process's one iteration work on: the foundry makes them by class alone.
   */
  static Pipeline.Stages stages;

  static Iterable<String> requests;

  private final Pipeline parameters;

  StringPipeline(Arguments arguments) {
    Foundry.configure(arguments);
    parameters = Pipeline.of(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    requests = parameters.requests();
    try (Pipeline.Stages made = new Pipeline.Stages(parameters)) {
      stages = made;
      return Foundry.run(Driver.class);
    }
  }

  @Override
  public void close() {}
}
