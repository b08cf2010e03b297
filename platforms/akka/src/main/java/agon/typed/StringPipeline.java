package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Pipeline;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.function.Consumer;

/** Strings pass three stages, each of which makes new ones of them. */
final class StringPipeline implements Workload {
  private final Pipeline parameters;
  private final Host host;

  StringPipeline(Arguments arguments) {
    parameters = Pipeline.of(arguments);
    host = new Host(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    try (Pipeline.Stages stages = new Pipeline.Stages(parameters)) {
      return host.<DriverMessage>run(
          (context, done) -> new Driver(context, parameters, stages, done));
    }
  }

  @Override
  public void close() {
    host.close();
  }

  private interface StageMessage {}

  private record Task(String text) implements StageMessage {}

  private enum Stop implements StageMessage {
    INSTANCE
  }

  private interface DriverMessage {}

  private enum Ready implements DriverMessage {
    INSTANCE
  }

  /** The last stage has ended, at that time of {@code System.nanoTime}. */
  private record Ended(long nanos) implements DriverMessage {}

  /** Builds the stages and sends the first one all tasks. */
  private static final class Driver extends Leader<DriverMessage> {
    private static final int STAGES = 3;

    private final Iterable<String> requests;
    private final Pipeline.Stages stages;
    private final ActorRef<StageMessage> first;
    private int ready;

    Driver(
        ActorContext<DriverMessage> context,
        Pipeline parameters,
        Pipeline.Stages stages,
        Consumer<Iteration> done) {
      super(context, done);
      this.stages = stages;
      requests = parameters.requests();
      ActorRef<StageMessage> write = stage(stages.write(), null);
      ActorRef<StageMessage> index = stage(stages.index(), write);
      first = stage(stages.download(), index);
    }

    private ActorRef<StageMessage> stage(Pipeline.Stage work, ActorRef<StageMessage> next) {
      ActorRef<DriverMessage> driver = getContext().getSelf();
      return spawn(
          Behaviors.setup(
              self -> {
                driver.tell(Ready.INSTANCE);
                return Behaviors.receiveMessage(new Stage(work, next, driver)::onMessage);
              }));
    }

    @Override
    public Receive<DriverMessage> createReceive() {
      return receiveBuilder()
          .onMessage(Ready.class, this::onReady)
          .onMessage(Ended.class, this::onEnded)
          // Stages stop by themselves.
          .onSignal(Terminated.class, signal -> this)
          .build();
    }

    private Behavior<DriverMessage> onReady(Ready message) {
      if (++ready == STAGES) {
        startClock();
        for (String request : requests) {
          first.tell(new Task(request));
        }
        first.tell(Stop.INSTANCE);
      }
      return this;
    }

    private Behavior<DriverMessage> onEnded(Ended ended) {
      return end(elapsedNanos(ended.nanos), stages.report());
    }
  }

  /** One stage; the last has no next one. */
  private record Stage(
      Pipeline.Stage work, ActorRef<StageMessage> next, ActorRef<DriverMessage> driver) {

    Behavior<StageMessage> onMessage(StageMessage message) {
      if (message instanceof Task task) {
        String made = work.make(task.text);
        if (next != null) {
          next.tell(new Task(made));
        }
        return Behaviors.same();
      }
      work.end();
      if (next != null) {
        next.tell(Stop.INSTANCE);
      } else {
        driver.tell(new Ended(System.nanoTime()));
      }
      return Behaviors.stopped();
    }
  }
}
