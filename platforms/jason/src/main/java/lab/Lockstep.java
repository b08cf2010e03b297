package lab;

import jason.control.ExecutionControl;
import jason.infra.local.BaseLocalMAS;
import jason.infra.local.LocalAgArch;
import java.util.Collection;
import java.util.Set;

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
    awaitCycleEnd(BaseLocalMAS.getRunner().getAgs().values());
    super.allAgsFinished();
  }

  /** Returns when the threads of all agents wait. */
  static void awaitCycleEnd(Collection<LocalAgArch> agents) {
    for (LocalAgArch agent : agents) {
      while (agent.isRunning() && agent.getThread().getState() == Thread.State.RUNNABLE) {
        Thread.yield();
      }
    }
  }

  /** Ends the thread that waits for the agents, which Jason would leave waiting. */
  @Override
  public void stop() {
    super.stop();
    // If it does not wait just now, it will see by itself that it is to end.
    setRunningCycle(true);
    receiveFinishedCycle("", false, getCycleNumber());
  }

  @Override
  protected boolean testEndCycle(Set<String> finished) {
    return !isRunning() || super.testEndCycle(finished);
  }
}
