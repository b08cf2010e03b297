package lab;

import agon.harness.Iteration;
import agon.harness.Workload;
import java.io.IOException;

/** A project that becomes a new multi-agent system in each iteration. */
final class Repeated implements Workload {
  private final Task task;
  private final SampleFiles samples;

  Repeated(Project project, Task task) throws IOException {
    this.task = task;
    samples = new SampleFiles(task.directory());
    MultiAgentSystem.configure(project);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Run run = Run.begin(task, index, samples);
    new MultiAgentSystem().run();
    Iteration iteration = run.iteration();
    if (iteration == null) {
      throw new IllegalStateException("the agents stopped before they had reported");
    }
    return iteration;
  }

  @Override
  public void close() throws IOException {
    samples.close();
  }
}
