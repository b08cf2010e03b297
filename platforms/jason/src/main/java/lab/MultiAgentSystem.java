package lab;

import jason.JasonException;
import jason.infra.local.LocalAgArch;
import jason.infra.local.RunLocalMAS;
import jason.mas2j.ClassParameters;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A system on Jason's local infrastructure; its agents end it with {@code .stopMAS}. */
final class MultiAgentSystem extends RunLocalMAS {
  private final CountDownLatch stopped = new CountDownLatch(1);

  /** Null unless the agents are to go in lockstep. */
  private LockstepControl lockstep;

  /** Sets the project and the logging of all systems to come: Jason has one of each a process. */
  static void configure(Project project) throws IOException {
    // Jason reads projects from files only.
    Path file = Files.createTempFile("agon-jason-", ".mas2j");
    try {
      Files.writeString(file, project.text());
      String logging = Project.SOURCE.resolve("logging.properties").toString();
      new MultiAgentSystem()
          .init(new String[] {file.toString(), "--log-conf", logging, "--no-net"});
    } finally {
      Files.delete(file);
    }
  }

  /** Creates the agents, lets them work until they stop the system, and ends them. */
  void run() throws Exception {
    create();
    start();
    stopped.await();
    end();
  }

  /** Leaves the work to {@link #run}: the agent that calls this is one of those to end. */
  @Override
  public void finish(int deadline, boolean stopProcess, int status) {
    stopped.countDown();
  }

  @Override
  protected void createController() throws JasonException {
    ClassParameters type = project.getControlClass();
    if (type != null) {
      lockstep = new LockstepControl(type, this);
      control = lockstep;
    }
  }

  @Override
  protected void startSyncMode() {
    if (lockstep != null) {
      lockstep.start(createdAgents);
    }
  }

  /** When this returns, no agent of the system will act or print any more. */
  private void end() throws InterruptedException, ReflectiveOperationException {
    if (lockstep != null) {
      lockstep.stop();
    }
    List<LocalAgArch> agents = List.copyOf(ags.values());
    stopAgs(0);
    for (LocalAgArch agent : agents) {
      if (agent.getThread() != null) {
        agent.getThread().join();
      }
    }
    if (lockstep != null) {
      lockstep.awaitEnd();
    }
    endPool();
    // Else Jason's runtime services would go on serving this system.
    isRunning = false;
  }

  /** Jason makes a pool for each system and keeps it to itself, but ends none. */
  private void endPool() throws InterruptedException, ReflectiveOperationException {
    Field field = RunLocalMAS.class.getDeclaredField("executor");
    field.setAccessible(true);
    if (field.get(this) instanceof ThreadPoolExecutor pool) {
      // An agent that is stopped within a cycle may still ask for its next.
      pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
      pool.shutdown();
      pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }
  }
}
