package lab;

import jason.JasonException;
import jason.infra.local.LocalAgArch;
import jason.infra.local.LocalExecutionControl;
import jason.mas2j.ClassParameters;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** Lets the agents of one system perform their cycles; Jason's own would never end its threads. */
final class LockstepControl extends LocalExecutionControl {
  LockstepControl(ClassParameters lockstep, MultiAgentSystem system) throws JasonException {
    super(lockstep, system);
  }

  /** Jason would give the agents half a second to get ready for their first cycle. */
  void start(Collection<LocalAgArch> agents) {
    lockstep().awaitStart(agents);
    informAllAgsToPerformCycle(0);
  }

  @Override
  public synchronized void informAllAgsToPerformCycle(int cycle) {
    // A last cycle may end just when the system does.
    if (!executor.isShutdown()) {
      super.informAllAgsToPerformCycle(cycle);
    }
  }

  @Override
  public void stop() {
    super.stop();
    synchronized (this) {
      executor.shutdown();
    }
  }

  /** Returns when the threads have ended, after {@link #stop} and the agents' end. */
  void awaitEnd() throws InterruptedException {
    lockstep().awaitEnd();
    executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
  }

  private Lockstep lockstep() {
    return (Lockstep) getUserControl();
  }
}
