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
  /**
   * Jason's thread that waits for the end of each cycle. It may run before this object is all made:
   * an initial value would undo what it sets.
   */
  private volatile Thread watcher;

  @Override
  protected int getCycleTimeout() {
    // The watcher holds a lock without which no agent can report that it has finished, until it
    // waits.
    watcher = Thread.currentThread();
    return Integer.MAX_VALUE;
  }

  /**
   * Returns when the first cycle may start: all agents wait for it, and the watcher for its end.
   */
  void awaitStart(Collection<LocalAgArch> agents) {
    while (watcher == null) {
      Thread.yield();
    }
    awaitCycleEnd(agents);
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

  private static void awaitCycleEnd(Collection<LocalAgArch> agents) {
    for (LocalAgArch agent : agents) {
      while (agent.isRunning() && agent.getThread().getState() == Thread.State.RUNNABLE) {
        Thread.yield();
      }
    }
  }

  /** Ends the watcher, too, which Jason would leave waiting. */
  @Override
  public void stop() {
    super.stop();
    // If it does not wait just now, it will see by itself that it is to end.
    setRunningCycle(true);
    receiveFinishedCycle("", false, getCycleNumber());
  }

  /** Returns when the watcher of a control that was stopped has ended. */
  void awaitEnd() throws InterruptedException {
    watcher.join();
  }

  @Override
  protected boolean testEndCycle(Set<String> finished) {
    return !isRunning() || super.testEndCycle(finished);
  }
}
