package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Population;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Actors that greet, and live until all have greeted. */
final class Crowd implements Workload {
  private final Population parameters;
  private final Host host;

  // agon: begin harness
  Crowd(Arguments arguments) {
    parameters = Population.of(arguments);
    arguments.variant("default");
    host = new Host(arguments, false);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    return host.<HostMessage>run((context, done) -> new Door(context, parameters, done));
  }

  @Override
  public void close() {
    host.close();
  }

  // agon: end

  private interface HostMessage {}

  private enum Begin implements HostMessage {
    INSTANCE
  }

  private record Greeting(ActorRef<Farewell> guest) implements HostMessage {}

  private record Goodbye(int number, long acc) implements HostMessage {}

  private record Farewell(int greetings) {}

  /** Creates the agents, and dismisses them when all have greeted. */
  private static final class Door extends Leader<HostMessage> {
    private final Population parameters;
    private final Population.Tally tally;
    private final List<ActorRef<Farewell>> guests = new ArrayList<>();

    Door(ActorContext<HostMessage> context, Population parameters, Consumer<Iteration> done) {
      super(context, done);
      this.parameters = parameters;
      tally = new Population.Tally(parameters);
      context.getSelf().tell(Begin.INSTANCE);
    }

    @Override
    public Receive<HostMessage> createReceive() {
      return receiveBuilder()
          .onMessage(Begin.class, this::onBegin)
          .onMessage(Greeting.class, this::onGreeting)
          .onMessage(Goodbye.class, this::onGoodbye)
          .build();
    }

    /** No agent is watched: they stop by themselves, and a watch would take memory for each. */
    private Behavior<HostMessage> onBegin(Begin message) {
      startClock();
      for (int number = 1; number <= parameters.agents(); number++) {
        getContext().spawnAnonymous(agent(number, getContext().getSelf()));
      }
      return this;
    }

    private Behavior<HostMessage> onGreeting(Greeting greeting) {
      guests.add(greeting.guest);
      if (tally.greet()) {
        Farewell farewell = new Farewell(guests.size());
        guests.forEach(guest -> guest.tell(farewell));
      }
      return this;
    }

    private Behavior<HostMessage> onGoodbye(Goodbye goodbye) {
      boolean last = tally.leave(goodbye.number, goodbye.acc);
      return last ? end(elapsedNanos(), tally.report()) : this;
    }
  }

  private static Behavior<Farewell> agent(int number, ActorRef<HostMessage> host) {
    return Behaviors.setup(
        self -> {
          host.tell(new Greeting(self.getSelf()));
          return Behaviors.receiveMessage(
              farewell -> {
                host.tell(new Goodbye(number, Population.farewell(number, farewell.greetings)));
                return Behaviors.stopped();
              });
        });
  }
}
