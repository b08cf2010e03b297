package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Pipeline;
import org.jetlang.channels.Channel;
import org.jetlang.core.Callback;
import org.jetlang.fibers.Fiber;

/** Three stages pass strings on. */
final class StringPipeline implements Workload {
  private final Pipeline parameters;
  private final Host host;

  StringPipeline(Arguments arguments) {
    host = Host.of(arguments.variant("pool", "thread"), arguments);
    parameters = Pipeline.of(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Iterable<String> requests = parameters.requests();
    try (Pipeline.Stages stages = new Pipeline.Stages(parameters);
        Troupe troupe = new Troupe(host)) {
      Inbox download = new Inbox(troupe);
      Inbox indexing = new Inbox(troupe);
      Inbox write = new Inbox(troupe);
      download.lead(troupe.fiber(), stages.download(), indexing);
      indexing.lead(troupe.fiber(), stages.index(), write);
      write.lead(
          troupe.fiber(),
          stages.write()::make,
          stop -> {
            stages.write().end();
            troupe.outcome().end(stages::report);
          });
      return troupe.perform(
          troupe.fiber(),
          () -> {
            for (String request : requests) {
              download.tasks.publish(request);
            }
            download.stops.publish(Stop.INSTANCE);
          });
    }
  }

  @Override
  public void close() {
    host.close();
  }

  private enum Stop {
    INSTANCE
  }

  /** The channels on which a stage gets its tasks, and their end. */
  private record Inbox(Channel<String> tasks, Channel<Stop> stops) {
    Inbox(Troupe troupe) {
      this(troupe.channel(), troupe.channel());
    }

    /** Leads to a stage that passes on what it makes. */
    void lead(Fiber fiber, Pipeline.Stage stage, Inbox next) {
      lead(
          fiber,
          task -> next.tasks.publish(stage.make(task)),
          stop -> {
            stage.end();
            next.stops.publish(stop);
          });
    }

    void lead(Fiber fiber, Callback<String> onTask, Callback<Stop> onStop) {
      tasks.subscribe(fiber, onTask);
      stops.subscribe(fiber, onStop);
    }
  }
}
