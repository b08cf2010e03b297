package lab;

import agon.harness.Iteration;
import agon.harness.Workload;
import jason.JasonException;
import jason.infra.local.RunLocalMAS;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A project on Jason's local infrastructure; its agents end it with {@code .stopMAS}. */
final class MultiAgentSystem extends RunLocalMAS implements Workload {
  private final CountDownLatch stopped = new CountDownLatch(1);

  /** Creates the agents, but leaves them still. */
  MultiAgentSystem(Project project) throws IOException, JasonException {
    // Jason reads projects from files only.
    Path file = Files.createTempFile("agon-jason-", ".mas2j");
    try {
      Files.writeString(file, project.text());
      String logging = Project.SOURCE.resolve("logging.properties").toString();
      init(new String[] {file.toString(), "--log-conf", logging, "--no-net"});
    } finally {
      Files.delete(file);
    }
    create();
  }

  @Override
  public Iteration iterate(int index) throws InterruptedException {
    start();
    stopped.await();
    Iteration iteration = Run.current().iteration();
    if (iteration == null) {
      throw new IllegalStateException("the agents stopped before they had reported");
    }
    return iteration;
  }

  /** Ends the run, but not the process: its report has to go out first. */
  @Override
  public void finish(int deadline, boolean stopProcess, int status) {
    stopped.countDown();
  }

  @Override
  public void close() {
    stopAgs(0);
  }
}
