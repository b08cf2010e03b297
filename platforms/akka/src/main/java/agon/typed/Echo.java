package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.RoundTrips;
import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Echo-all and mass-reception: agents send requests, one at a time, to agents that reply. */
final class Echo implements Workload {
  private final RoundTrips parameters;
  private final Host host;

  static Echo echoAll(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.echoAll(arguments));
  }

  static Echo massReception(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.massReception(arguments));
  }

  private Echo(Arguments arguments, RoundTrips parameters) {
    this.parameters = parameters;
    arguments.variant("default");
    host =
        new Host(
            arguments,
            parameters.openLoop()
                ? ConfigFactory.parseResources("open-loop.conf")
                : ConfigFactory.empty());
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    RoundTrips.Exchange exchange = parameters.new Exchange();
    Iteration iteration =
        host.<Progress>run((context, done) -> new Controller(context, parameters, exchange, done));
    exchange.write(index);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    parameters.close();
    host.close();
  }

  private interface Message {}

  /** All repliers, in their order. */
  private record Meet(List<ActorRef<Message>> repliers)
      implements Message, NoSerializationVerificationNeeded {}

  /** The clock began at that {@code System.nanoTime}. */
  private record Begin(long nanos) implements Message {}

  /** To oneself: the next request may be due. */
  private enum Due implements Message {
    INSTANCE
  }

  private record Request(int requester, int number, ActorRef<Message> from) implements Message {}

  private record Reply(int replier, int number) implements Message {}

  private enum Progress {
    READY,
    DONE
  }

  /** Makes the agents, starts them, and waits until all have their replies. */
  private static final class Controller extends Leader<Progress> {
    private final RoundTrips.Exchange exchange;
    private final List<ActorRef<Message>> requesters;

    /** Agents that are not up yet. */
    private int awaited;

    Controller(
        ActorContext<Progress> context,
        RoundTrips parameters,
        RoundTrips.Exchange exchange,
        Consumer<Iteration> done) {
      super(context, done);
      this.exchange = exchange;
      boolean both = parameters.echoAll();
      requesters =
          IntStream.range(0, parameters.requesters())
              .mapToObj(i -> spawnAgent(exchange.requester(i), both ? exchange.replier(i) : null))
              .toList();
      List<ActorRef<Message>> repliers = both ? requesters : spawnRepliers(parameters.repliers());
      awaited = both ? requesters.size() : requesters.size() + repliers.size();
      Meet meet = new Meet(repliers);
      requesters.forEach(agent -> agent.tell(meet));
    }

    private List<ActorRef<Message>> spawnRepliers(int number) {
      return IntStream.range(0, number)
          .mapToObj(i -> spawnAgent(null, exchange.replier(i)))
          .toList();
    }

    private ActorRef<Message> spawnAgent(
        RoundTrips.Requester requester, RoundTrips.Replier replier) {
      ActorRef<Progress> controller = getContext().getSelf();
      return spawn(
          Behaviors.setup(
              self -> {
                controller.tell(Progress.READY);
                return Behaviors.receiveMessage(
                    new Agent(self, requester, replier, controller)::onMessage);
              }));
    }

    @Override
    public Receive<Progress> createReceive() {
      return receiveBuilder().onMessage(Progress.class, this::onProgress).build();
    }

    private Behavior<Progress> onProgress(Progress progress) {
      if (progress == Progress.DONE) {
        return exchange.end() ? end(elapsedNanos(), exchange.report()) : this;
      }
      if (--awaited == 0) {
        Begin begin = new Begin(startClock());
        requesters.forEach(agent -> agent.tell(begin));
      }
      return this;
    }
  }

  /** Requests, replies, or does both: the part that it does not play is null. */
  private static final class Agent {
    private final ActorContext<Message> context;
    private final ActorRef<Message> self;
    private final RoundTrips.Requester requester;
    private final RoundTrips.Replier replier;
    private final ActorRef<Progress> controller;
    private List<ActorRef<Message>> repliers;

    Agent(
        ActorContext<Message> context,
        RoundTrips.Requester requester,
        RoundTrips.Replier replier,
        ActorRef<Progress> controller) {
      this.context = context;
      self = context.getSelf();
      this.requester = requester;
      this.replier = replier;
      this.controller = controller;
    }

    Behavior<Message> onMessage(Message message) {
      if (message instanceof Request request) {
        replier.handle(request.requester, request.number);
        request.from.tell(new Reply(replier.number(), request.number));
      } else if (message instanceof Reply reply) {
        if (requester.add(reply.replier)) {
          controller.tell(Progress.DONE);
        } else {
          request();
        }
      } else if (message == Due.INSTANCE) {
        request();
      } else if (message instanceof Begin begin) {
        requester.begin(begin.nanos);
        request();
      } else {
        repliers = ((Meet) message).repliers;
      }
      return Behaviors.same();
    }

    /** Sends the next request, when it is due. */
    private void request() {
      long wait = requester.nanosUntilDue();
      if (wait > 0) {
        context.scheduleOnce(Duration.ofNanos(wait), self, Due.INSTANCE);
      } else {
        ActorRef<Message> other = repliers.get(requester.replier());
        other.tell(new Request(requester.number(), requester.request(), self));
      }
    }
  }
}
