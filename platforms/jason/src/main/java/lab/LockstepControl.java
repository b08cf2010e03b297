package lab;

import jason.JasonException;
import jason.infra.local.LocalExecutionControl;
import jason.mas2j.ClassParameters;

/** Lets the agents of one system perform their cycles; Jason's own would never end its thread. */
final class LockstepControl extends LocalExecutionControl {
  LockstepControl(ClassParameters lockstep, MultiAgentSystem system) throws JasonException {
    super(lockstep, system);
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
}
