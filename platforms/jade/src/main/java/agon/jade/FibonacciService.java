package agon.jade;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.Fibonacci;
import jade.core.AID;
import jade.core.behaviours.OneShotBehaviour;
import jade.core.behaviours.ThreadedBehaviourFactory;
import jade.lang.acl.ACLMessage;
import java.io.IOException;

/** Clients ask a server for Fibonacci numbers, and report to a manager how long it took. */
final class FibonacciService implements Workload {
  private final Fibonacci parameters;
  private final boolean threaded;
  private final Samples samples;
  private final Container container;

  // agon: begin harness
  FibonacciService(Arguments arguments) throws IOException {
    threaded = arguments.variant("threaded", "functions").equals("threaded");
    parameters = new Fibonacci(arguments);
    samples = Fibonacci.openSamples(arguments);
    container = new Container();
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    Fibonacci.Points points = parameters.new Points();
    Iteration iteration =
        Run.perform(container, index, run -> new Manager(run, parameters, threaded, points));
    points.writeTo(samples, index);
    return iteration;
  }

  // agon: begin harness
  @Override
  public void close() throws IOException {
    samples.close();
    container.close();
  }

  // agon: end

  /** Starts server and clients, and collects the clients' times. */
  private static final class Manager extends Member {
    private final Run run;
    private final Fibonacci parameters;
    private final boolean threaded;
    private final Fibonacci.Points points;
    private final AID[] clients;
    private int ready;

    Manager(Run run, Fibonacci parameters, boolean threaded, Fibonacci.Points points) {
      super(run);
      this.run = run;
      this.parameters = parameters;
      this.threaded = threaded;
      this.points = points;
      clients = new AID[parameters.clients()];
    }

    @Override
    void begin() {
      AID server = run.start("server", new Server(run, threaded, getAID()));
      for (int i = 0; i < clients.length; i++) {
        int[] requests = parameters.requests(i + 1);
        clients[i] =
            run.start("client-" + (i + 1), new Client(run, i + 1, requests, server, getAID()));
      }
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == ACLMessage.CONFIRM) {
        ready();
      } else {
        long[] point = numbers(message);
        if (points.add((int) point[0], (int) point[1], point[2], point[3])) {
          run.end(points::report);
        }
      }
    }

    private void ready() {
      if (++ready == clients.length + 1) {
        run.startClock();
        for (AID client : clients) {
          send(client, ACLMessage.REQUEST);
        }
      }
    }
  }

  private static final class Server extends Member {
    private final boolean threaded;
    private final AID manager;
    private final ThreadedBehaviourFactory threads = new ThreadedBehaviourFactory();

    Server(Run run, boolean threaded, AID manager) {
      super(run);
      this.threaded = threaded;
      this.manager = manager;
    }

    @Override
    void begin() {
      send(manager, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage request) {
      if (threaded) {
        addBehaviour(
            threads.wrap(
                new OneShotBehaviour(this) {
                  @Override
                  public void action() {
                    guard(() -> answer(request));
                  }
                }));
      } else {
        answer(request);
      }
    }

    private void answer(ACLMessage request) {
      long value = Fibonacci.fib((int) numbers(request)[0]);
      send(request.getSender(), ACLMessage.INFORM, words(value));
    }
  }

  /** Asks for one number after the other. */
  private static final class Client extends Member {
    private final int number;
    private final int[] requests;
    private final AID server;
    private final AID manager;
    private int next;
    private long asked;

    Client(Run run, int number, int[] requests, AID server, AID manager) {
      super(run);
      this.number = number;
      this.requests = requests;
      this.server = server;
      this.manager = manager;
    }

    @Override
    void begin() {
      send(manager, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == ACLMessage.INFORM) {
        long nanos = System.nanoTime() - asked;
        long value = numbers(message)[0];
        send(manager, ACLMessage.INFORM, words(number, requests[next], value, nanos));
        next++;
      }
      if (next < requests.length) {
        asked = System.nanoTime();
        send(server, ACLMessage.QUERY_REF, words(requests[next]));
      }
    }
  }
}
