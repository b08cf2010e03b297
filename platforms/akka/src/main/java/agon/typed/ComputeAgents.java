package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Compute;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Agents compute, each for itself. */
final class ComputeAgents implements Workload {
  private final Compute parameters;
  private final Host host;

  ComputeAgents(Arguments arguments) {
    parameters = Compute.of(arguments);
    arguments.variant("default");
    host = new Host(arguments, false);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    return host.<ControllerMessage>run(
        (context, done) -> new Controller(context, parameters, done));
  }

  @Override
  public void close() {
    host.close();
  }

  private enum Begin {
    INSTANCE
  }

  private interface ControllerMessage {}

  private enum Ready implements ControllerMessage {
    INSTANCE
  }

  private record Done(Compute.Result result) implements ControllerMessage {}

  /** Makes the agents, starts them, and collects their results. */
  private static final class Controller extends Leader<ControllerMessage> {
    private final Compute parameters;
    private final Compute.Results results;
    private final List<ActorRef<Begin>> agents;
    private int ready;

    Controller(
        ActorContext<ControllerMessage> context, Compute parameters, Consumer<Iteration> done) {
      super(context, done);
      this.parameters = parameters;
      results = new Compute.Results(parameters);
      agents = IntStream.rangeClosed(1, parameters.agents()).mapToObj(this::spawnAgent).toList();
    }

    private ActorRef<Begin> spawnAgent(int number) {
      ActorRef<ControllerMessage> controller = getContext().getSelf();
      return spawn(
          Behaviors.setup(
              self -> {
                controller.tell(Ready.INSTANCE);
                return Behaviors.receiveMessage(
                    begin -> {
                      controller.tell(new Done(parameters.run(number)));
                      return Behaviors.same();
                    });
              }));
    }

    @Override
    public Receive<ControllerMessage> createReceive() {
      return receiveBuilder()
          .onMessage(Done.class, this::onDone)
          .onMessage(Ready.class, this::onReady)
          .build();
    }

    private Behavior<ControllerMessage> onReady(Ready message) {
      if (++ready == agents.size()) {
        startClock();
        agents.forEach(agent -> agent.tell(Begin.INSTANCE));
      }
      return this;
    }

    private Behavior<ControllerMessage> onDone(Done done) {
      boolean last = results.add(done.result);
      return last ? end(elapsedNanos(), results.report()) : this;
    }
  }
}
