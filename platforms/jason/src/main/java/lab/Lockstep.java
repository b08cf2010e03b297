package lab;

import jason.control.ExecutionControl;
import jason.infra.local.BaseLocalMAS;
import jason.infra.local.LocalAgArch;

/**
 * Every agent finishes a reasoning cycle before any starts the next, however long a cycle takes:
 * Jason's own control would wait for five seconds only.
 */
public final class Lockstep extends ExecutionControl {
  @Override
  protected int getCycleTimeout() {
    return Integer.MAX_VALUE;
  }

  /**
   * Jason looks again only after 50 ms if it finds an agent that does not yet wait for its next
   * cycle.
   */
  @Override
  protected void allAgsFinished() {
    for (LocalAgArch agent : BaseLocalMAS.getRunner().getAgs().values()) {
      while (agent.isRunning() && agent.getThread().getState() == Thread.State.RUNNABLE) {
        Thread.yield();
      }
    }
    super.allAgsFinished();
  }
}
