package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.ServiceRounds;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.function.Consumer;

/** A client asks a coordinator, which has a retriever and a printer do the work, round by round. */
final class Services implements Workload {
  private final ServiceRounds parameters;
  private final Host host;

  Services(Arguments arguments) {
    parameters = ServiceRounds.of(arguments);
    host = new Host(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    try (ServiceRounds.Lines lines = new ServiceRounds.Lines(parameters)) {
      return host.<ClientMessage>run(
          (context, done) -> new Client(context, parameters, lines, done));
    }
  }

  @Override
  public void close() {
    host.close();
  }

  private interface ClientMessage {}

  private enum Ready implements ClientMessage {
    INSTANCE
  }

  private record Answer(int datum, int acc) implements ClientMessage {}

  private interface CoordinatorMessage {}

  private record Link(
      ActorRef<ClientMessage> client, ActorRef<Retrieve> retriever, ActorRef<Print> printer)
      implements CoordinatorMessage {}

  private record Ask(int round, int acc) implements CoordinatorMessage {}

  private record Retrieved(int datum, int acc) implements CoordinatorMessage {}

  private record Printed(int acc) implements CoordinatorMessage {}

  private record Retrieve(int round, int acc) {}

  private record Print(int round, int datum, int acc) {}

  /** Spawns the other three, and asks for one round after the other. */
  private static final class Client extends Leader<ClientMessage> {
    private static final int OTHERS = 3;

    private final ServiceRounds.Answers answers;
    private final ActorRef<CoordinatorMessage> coordinator;
    private int ready;

    Client(
        ActorContext<ClientMessage> context,
        ServiceRounds parameters,
        ServiceRounds.Lines lines,
        Consumer<Iteration> done) {
      super(context, done);
      answers = new ServiceRounds.Answers(parameters);
      ActorRef<ClientMessage> client = context.getSelf();
      coordinator = spawn(Behaviors.receiveMessage(new Coordinator(parameters)::onMessage));
      ActorRef<Retrieve> retriever = spawn(ready(client, retriever(parameters, coordinator)));
      ActorRef<Print> printer = spawn(ready(client, printer(parameters, lines, coordinator)));
      coordinator.tell(new Link(client, retriever, printer));
    }

    private static <M> Behavior<M> ready(ActorRef<ClientMessage> client, Behavior<M> behavior) {
      return Behaviors.setup(
          self -> {
            client.tell(Ready.INSTANCE);
            return behavior;
          });
    }

    @Override
    public Receive<ClientMessage> createReceive() {
      return receiveBuilder()
          .onMessage(Answer.class, this::onAnswer)
          .onMessage(Ready.class, this::onReady)
          .build();
    }

    private Behavior<ClientMessage> onReady(Ready message) {
      if (++ready == OTHERS) {
        startClock();
        ask();
      }
      return this;
    }

    private Behavior<ClientMessage> onAnswer(Answer answer) {
      if (answers.add(answer.datum, answer.acc)) {
        return end(elapsedNanos(), answers.report());
      }
      ask();
      return this;
    }

    private void ask() {
      coordinator.tell(new Ask(answers.nextRound(), answers.acc()));
    }
  }

  private static Behavior<Retrieve> retriever(
      ServiceRounds parameters, ActorRef<CoordinatorMessage> coordinator) {
    return Behaviors.receiveMessage(
        message -> {
          int acc = parameters.witness(message.acc, ServiceRounds.RETRIEVER);
          coordinator.tell(new Retrieved(ServiceRounds.datum(message.round), acc));
          return Behaviors.same();
        });
  }

  private static Behavior<Print> printer(
      ServiceRounds parameters,
      ServiceRounds.Lines lines,
      ActorRef<CoordinatorMessage> coordinator) {
    return Behaviors.receiveMessage(
        message -> {
          lines.print(message.round, message.datum);
          coordinator.tell(new Printed(parameters.witness(message.acc, ServiceRounds.PRINTER)));
          return Behaviors.same();
        });
  }

  /** Mediates one round at a time. */
  private static final class Coordinator {
    private final ServiceRounds parameters;
    private Link link;
    private int round;
    private int datum;

    Coordinator(ServiceRounds parameters) {
      this.parameters = parameters;
    }

    Behavior<CoordinatorMessage> onMessage(CoordinatorMessage message) {
      if (message instanceof Ask ask) {
        round = ask.round;
        link.retriever.tell(new Retrieve(round, witness(ask.acc)));
      } else if (message instanceof Retrieved retrieved) {
        datum = retrieved.datum;
        link.printer.tell(new Print(round, datum, witness(retrieved.acc)));
      } else if (message instanceof Printed printed) {
        link.client.tell(new Answer(datum, witness(printed.acc)));
      } else {
        link = (Link) message;
        link.client.tell(Ready.INSTANCE);
      }
      return Behaviors.same();
    }

    private int witness(int acc) {
      return parameters.witness(acc, ServiceRounds.COORDINATOR);
    }
  }
}
