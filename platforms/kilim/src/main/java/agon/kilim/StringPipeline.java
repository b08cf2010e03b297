package agon.kilim;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.Pipeline;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Task;

/** Three stages pass strings on. */
final class StringPipeline implements Workload {
  /** The stop message: known by its identity, since any text may be a task. */
  @SuppressWarnings("StringOperationCanBeSimplified")
  private static final String STOP = new String("stop");

  private final Pipeline parameters;
  private final Host host;

  StringPipeline(Arguments arguments) {
    parameters = Pipeline.of(arguments);
    host = new Host(arguments, arguments.variant("affine", "fork-join"));
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Iterable<String> requests = parameters.requests();
    Mailbox<String> downloads = new Mailbox<>();
    Mailbox<String> indexings = new Mailbox<>();
    Mailbox<String> writes = new Mailbox<>();
    try (Pipeline.Stages stages = new Pipeline.Stages(parameters)) {
      Outcome outcome = new Outcome();
      host.start(new Stage(stages.download(), downloads, indexings));
      host.start(new Stage(stages.index(), indexings, writes));
      host.start(new LastStage(stages, writes, outcome));
      host.start(new Driver(requests, downloads, outcome));
      return outcome.await();
    }
  }

  @Override
  public void close() {
    host.close();
  }

  private static final class Driver extends Task<Void> {
    private final Iterable<String> requests;
    private final Mailbox<String> downloads;
    private final Outcome outcome;

    Driver(Iterable<String> requests, Mailbox<String> downloads, Outcome outcome) {
      this.requests = requests;
      this.downloads = downloads;
      this.outcome = outcome;
    }

    @Override
    public void execute() throws Pausable {
      outcome.startClock();
      for (String request : requests) {
        downloads.putnb(request);
      }
      downloads.putnb(STOP);
    }
  }

  /** Passes on what it makes. */
  private static final class Stage extends Task<Void> {
    private final Pipeline.Stage stage;
    private final Mailbox<String> tasks;
    private final Mailbox<String> next;

    Stage(Pipeline.Stage stage, Mailbox<String> tasks, Mailbox<String> next) {
      this.stage = stage;
      this.tasks = tasks;
      this.next = next;
    }

    @Override
    public void execute() throws Pausable {
      String task = tasks.get();
      while (task != STOP) {
        next.putnb(stage.make(task));
        task = tasks.get();
      }
      stage.end();
      next.putnb(STOP);
    }
  }

  /** Keeps what it makes. */
  private static final class LastStage extends Task<Void> {
    private final Pipeline.Stages stages;
    private final Mailbox<String> tasks;
    private final Outcome outcome;

    LastStage(Pipeline.Stages stages, Mailbox<String> tasks, Outcome outcome) {
      this.stages = stages;
      this.tasks = tasks;
      this.outcome = outcome;
    }

    @Override
    public void execute() throws Pausable {
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
