package agon.foundry;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Chameneos;

/** Creatures meet in pairs at a broker's, and change colour. */
final class ChameneosForest implements Workload {
  /**
   * What the actors of the process's one iteration work on: the foundry makes them by class alone.
   */
  static Chameneos parameters;

  // agon: begin harness
  ChameneosForest(Arguments arguments) {
    Foundry.configure(arguments);
    parameters = Chameneos.of(arguments);
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    return Foundry.run(Forest.class);
  }

  @Override
  public void close() {}
}
