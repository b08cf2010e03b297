package agon.kilim;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.Fibonacci;
import agon.workload.Sliced;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Task;

/** Clients ask a server for Fibonacci numbers, and report to a manager how long it took. */
final class FibonacciService implements Workload {
  private final Fibonacci parameters;
  private final boolean subactors;
  private final Samples samples;
  private final Host host;

  // agon: begin harness
  FibonacciService(Arguments arguments) throws IOException {
    String variant = arguments.variant("subactors", "functions");
    subactors = variant.equals("subactors");
    parameters = new Fibonacci(arguments);
    samples = Fibonacci.openSamples(arguments);
    host = new Host(arguments, variant);
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    Mailbox<Request> requests = new Mailbox<>();
    host.start(subactors ? new Delegating(requests, host) : new Computing(requests));
    Mailbox<Point> times = new Mailbox<>();
    List<Mailbox<Long>> clients = new ArrayList<>();
    for (int number = 1; number <= parameters.clients(); number++) {
      Mailbox<Long> answers = new Mailbox<>();
      clients.add(answers);
      host.start(new Client(number, parameters.requests(number), requests, answers, times));
    }
    Fibonacci.Points points = parameters.new Points();
    Iteration iteration = host.perform(outcome -> new Manager(points, clients, times, outcome));
    points.writeTo(samples, index);
    return iteration;
  }

  // agon: begin harness
  @Override
  public void close() throws IOException {
    samples.close();
    host.close();
  }

  // agon: end

  /** What a client receives before any answer. */
  private static final Long START = -1L;

  private record Request(int n, Mailbox<Long> from) {}

  private record Point(int client, int n, long value, long nanos) {}

  /** A server that computes by itself. */
  private static final class Computing extends Task<Void> {
    private final Mailbox<Request> requests;

    Computing(Mailbox<Request> requests) {
      this.requests = requests;
    }

    @Override
    public void execute() throws Pausable {
      while (true) {
        Request request = requests.get();
        request.from.putnb(Fibonacci.fib(request.n));
      }
    }
  }

  /** A server that has a new task compute each answer. */
  private static final class Delegating extends Task<Void> {
    private final Mailbox<Request> requests;
    private final Host host;

    Delegating(Mailbox<Request> requests, Host host) {
      this.requests = requests;
      this.host = host;
    }

    @Override
    public void execute() throws Pausable {
      while (true) {
        // Not in one line: the weaver fails where an object under construction waits for a message.
        Request request = requests.get();
        host.start(new Computation(request));
      }
    }
  }

  /** Computes in slices, and gives way to other tasks in between. */
  private static final class Computation extends Task<Void> {
    private final Request request;

    Computation(Request request) {
      this.request = request;
    }

    @Override
    public void execute() throws Pausable {
      Sliced sliced = new Sliced(request.n);
      while (!sliced.step()) {
        Task.yield();
      }
      request.from.putnb(sliced.value());
    }
  }

  /** Lets the clients begin, and collects their times. */
  private static final class Manager extends Task<Void> {
    private final Fibonacci.Points points;
    private final List<Mailbox<Long>> clients;
    private final Mailbox<Point> times;
    private final Outcome outcome;

    Manager(
        Fibonacci.Points points,
        List<Mailbox<Long>> clients,
        Mailbox<Point> times,
        Outcome outcome) {
      this.points = points;
      this.clients = clients;
      this.times = times;
      this.outcome = outcome;
    }

    @Override
    public void execute() throws Pausable {
      outcome.startClock();
      for (Mailbox<Long> client : clients) {
        client.putnb(START);
      }
      boolean last = false;
      while (!last) {
        Point point = times.get();
        last = points.add(point.client, point.n, point.value, point.nanos);
      }
      outcome.end(points::report);
    }
  }

  /** Asks for one number after the other. */
  private static final class Client extends Task<Void> {
    private final int number;
    private final int[] requests;
    private final Mailbox<Request> server;
    private final Mailbox<Long> answers;
    private final Mailbox<Point> manager;

    Client(
        int number,
        int[] requests,
        Mailbox<Request> server,
        Mailbox<Long> answers,
        Mailbox<Point> manager) {
      this.number = number;
      this.requests = requests;
      this.server = server;
      this.answers = answers;
      this.manager = manager;
    }

    @Override
    public void execute() throws Pausable {
      answers.get(); // the start
      for (int n : requests) {
        long asked = System.nanoTime();
        server.putnb(new Request(n, answers));
        long value = answers.get();
        manager.putnb(new Point(number, n, value, System.nanoTime() - asked));
      }
    }
  }
}
