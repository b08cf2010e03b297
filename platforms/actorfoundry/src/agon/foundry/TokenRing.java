package agon.foundry;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Ring;
import osl.manager.ActorName;

/** Workers pass tokens round a ring. */
final class TokenRing implements Workload {
  /**
   * What the actors of the process's one iteration work on: the foundry makes them by class alone.
   */
  static Ring ring;

  static ActorName[] workers;

  // agon: begin harness
  TokenRing(Arguments arguments) {
    Foundry.configure(arguments);
    ring = Ring.of(arguments);
    workers = new ActorName[ring.workers()];
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    return Foundry.run(Counter.class);
  }

  @Override
  public void close() {}
}
