package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.Fibonacci;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Clients ask a server for Fibonacci numbers, and report to a manager how long it took. */
final class FibonacciService implements Workload {
  private final Fibonacci parameters;
  private final Behavior<Request> server;
  private final Samples samples;
  private final Host host;

  // agon: begin harness
  FibonacciService(Arguments arguments) throws IOException {
    String variant =
        arguments.variant("subactors-100", "subactors-4", "functions", "functions-safe");
    server = variant.startsWith("functions") ? computing() : delegating("agon." + variant);
    parameters = new Fibonacci(arguments);
    samples = Fibonacci.openSamples(arguments);
    host = new Host(arguments, variant.endsWith("-safe"));
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Fibonacci.Points points = parameters.new Points();
    Iteration iteration =
        host.<ManagerMessage>run(
            (context, done) -> new Manager(context, parameters, server, points, done));
    points.writeTo(samples, index);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    samples.close();
    host.close();
  }

  // agon: end

  private record Request(int n, ActorRef<ClientMessage> from) {}

  private interface ClientMessage {}

  private record Start(ActorRef<Request> server) implements ClientMessage {}

  private record Answer(long value) implements ClientMessage {}

  private interface ManagerMessage {}

  private enum Ready implements ManagerMessage {
    INSTANCE
  }

  private record Point(int client, int n, long value, long nanos) implements ManagerMessage {}

  /** A server that computes by itself. */
  private static Behavior<Request> computing() {
    return Behaviors.receiveMessage(
        request -> {
          answer(request);
          return Behaviors.same();
        });
  }

  /** A server that has a new actor compute each answer, on the threads of {@code dispatcher}. */
  private static Behavior<Request> delegating(String dispatcher) {
    DispatcherSelector selector = DispatcherSelector.fromConfig(dispatcher);
    return Behaviors.receive(
        (context, request) -> {
          context.spawnAnonymous(
              Behaviors.setup(
                  self -> {
                    answer(request);
                    return Behaviors.stopped();
                  }),
              selector);
          return Behaviors.same();
        });
  }

  private static void answer(Request request) {
    request.from.tell(new Answer(Fibonacci.fib(request.n)));
  }

  /** Starts server and clients, and collects the clients' times. */
  private static final class Manager extends Leader<ManagerMessage> {
    private final Fibonacci.Points points;
    private final ActorRef<Request> server;
    private final List<ActorRef<ClientMessage>> clients = new ArrayList<>();
    private int ready;

    Manager(
        ActorContext<ManagerMessage> context,
        Fibonacci parameters,
        Behavior<Request> server,
        Fibonacci.Points points,
        Consumer<Iteration> done) {
      super(context, done);
      this.points = points;
      ActorRef<ManagerMessage> manager = context.getSelf();
      this.server =
          spawn(
              Behaviors.setup(
                  self -> {
                    manager.tell(Ready.INSTANCE);
                    return server;
                  }));
      for (int number = 1; number <= parameters.clients(); number++) {
        int client = number;
        int[] requests = parameters.requests(number);
        clients.add(
            spawn(Behaviors.setup(self -> new Client(self, client, requests, manager).ready())));
      }
    }

    @Override
    public Receive<ManagerMessage> createReceive() {
      return receiveBuilder()
          .onMessage(Point.class, this::onPoint)
          .onMessage(Ready.class, this::onReady)
          .build();
    }

    private Behavior<ManagerMessage> onReady(Ready message) {
      if (++ready == clients.size() + 1) {
        startClock();
        clients.forEach(client -> client.tell(new Start(server)));
      }
      return this;
    }

    private Behavior<ManagerMessage> onPoint(Point point) {
      boolean last = points.add(point.client, point.n, point.value, point.nanos);
      return last ? end(elapsedNanos(), points.report()) : this;
    }
  }

  /** Asks for one number after the other. */
  private static final class Client {
    private final ActorRef<ClientMessage> self;
    private final int number;
    private final int[] requests;
    private final ActorRef<ManagerMessage> manager;
    private ActorRef<Request> server;
    private int next;
    private long asked;

    Client(
        ActorContext<ClientMessage> context,
        int number,
        int[] requests,
        ActorRef<ManagerMessage> manager) {
      self = context.getSelf();
      this.number = number;
      this.requests = requests;
      this.manager = manager;
    }

    Behavior<ClientMessage> ready() {
      manager.tell(Ready.INSTANCE);
      return Behaviors.receiveMessage(this::onMessage);
    }

    private Behavior<ClientMessage> onMessage(ClientMessage message) {
      if (message instanceof Answer answer) {
        long nanos = System.nanoTime() - asked;
        manager.tell(new Point(number, requests[next], answer.value, nanos));
        next++;
      } else if (message instanceof Start start) {
        server = start.server;
      }
      if (next < requests.length) {
        asked = System.nanoTime();
        server.tell(new Request(requests[next], self));
      }
      return Behaviors.same();
    }
  }
}
