package agon.virtualthreads;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.Pipeline;

/** Three stages pass strings on. */
final class StringPipeline implements Workload {
  /** The stop message: known by its identity, since any text may be a task. */
  @SuppressWarnings("StringOperationCanBeSimplified")
  private static final String STOP = new String("stop");

  private final Pipeline parameters;

  StringPipeline(Arguments arguments) {
    parameters = Pipeline.of(arguments);
    arguments.variant("default");
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Iterable<String> requests = parameters.requests();
    Mailbox<String> downloads = new Mailbox<>();
    Mailbox<String> indexings = new Mailbox<>();
    Mailbox<String> writes = new Mailbox<>();
    try (Pipeline.Stages stages = new Pipeline.Stages(parameters);
        Host host = new Host()) {
      Outcome outcome = new Outcome();
      host.start(new Stage(stages.download(), downloads, indexings));
      host.start(new Stage(stages.index(), indexings, writes));
      host.start(new LastStage(stages, writes, outcome));
      host.start(new Driver(requests, downloads, outcome));
      return outcome.await();
    }
  }

  @Override
  public void close() {}

  private record Driver(Iterable<String> requests, Mailbox<String> downloads, Outcome outcome)
      implements Actor {
    @Override
    public void act() {
      outcome.startClock();
      for (String request : requests) {
        downloads.put(request);
      }
      downloads.put(STOP);
    }
  }

  /** Passes on what it makes. */
  private record Stage(Pipeline.Stage stage, Mailbox<String> tasks, Mailbox<String> next)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      String task = tasks.get();
      while (task != STOP) {
        next.put(stage.make(task));
        task = tasks.get();
      }
      stage.end();
      next.put(STOP);
    }
  }

  /** Keeps what it makes. */
  private record LastStage(Pipeline.Stages stages, Mailbox<String> tasks, Outcome outcome)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      String task = tasks.get();
      while (task != STOP) {
        stages.write().make(task);
        task = tasks.get();
      }
      stages.write().end();
      outcome.end(stages::report);
    }
  }
}
