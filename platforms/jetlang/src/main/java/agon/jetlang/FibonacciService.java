package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.Fibonacci;
import java.io.IOException;
import org.jetlang.channels.Channel;
import org.jetlang.channels.Publisher;
import org.jetlang.core.Callback;
import org.jetlang.fibers.Fiber;

/** Clients ask a server for Fibonacci numbers, and report to a manager how long it took. */
final class FibonacciService implements Workload {
  private final Fibonacci parameters;
  private final Samples samples;
  private final Host host;
  private final Host subhost;

  // agon: begin harness
  FibonacciService(Arguments arguments) throws IOException {
    String variant = arguments.variant("subactors", "functions", "thread");
    host = Host.of(variant, arguments);
    subhost =
        switch (variant) {
          case "functions" -> null;
          case "thread" -> host;
          default -> Host.elastic();
        };
    parameters = new Fibonacci(arguments);
    samples = Fibonacci.openSamples(arguments);
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    Fibonacci.Points points = parameters.new Points();
    try (Troupe troupe = new Troupe(host)) {
      Channel<Request> requests = troupe.channel();
      requests.subscribe(troupe.fiber(), server());
      Channel<Point> times = troupe.channel();
      Channel<Start> start = troupe.channel();
      for (int number = 1; number <= parameters.clients(); number++) {
        Channel<Long> answers = troupe.channel();
        Client client = new Client(number, parameters.requests(number), requests, answers, times);
        Fiber fiber = troupe.fiber();
        start.subscribe(fiber, client::onStart);
        answers.subscribe(fiber, client::onAnswer);
      }
      Fiber manager = troupe.fiber();
      times.subscribe(manager, point -> collect(point, points, troupe.outcome()));
      Iteration iteration = troupe.perform(manager, () -> start.publish(Start.INSTANCE));
      points.writeTo(samples, index);
      return iteration;
    }
  }

  // agon: begin harness
  @Override
  public void close() throws IOException {
    samples.close();
    host.close();
    if (subhost != null) {
      subhost.close();
    }
  }

  // agon: end

  private enum Start {
    INSTANCE
  }

  private record Request(int n, Publisher<Long> from) {
    void answer() {
      from.publish(Fibonacci.fib(n));
    }
  }

  private record Point(int client, int n, long value, long nanos) {}

  /** Computes by itself, or has a fiber of its own do it for each request. */
  private Callback<Request> server() {
    if (subhost == null) {
      return Request::answer;
    }
    return request -> {
      Fiber fiber = subhost.fiber();
      fiber.execute(
          () -> {
            request.answer();
            fiber.dispose();
          });
      fiber.start();
    };
  }

  private static void collect(Point point, Fibonacci.Points points, Outcome outcome) {
    if (points.add(point.client, point.n, point.value, point.nanos)) {
      outcome.end(points::report);
    }
  }

  /** Asks for one number after the other. */
  private static final class Client {
    private final int number;
    private final int[] requests;
    private final Publisher<Request> server;
    private final Publisher<Long> self;
    private final Publisher<Point> manager;
    private int next;
    private long asked;

    Client(
        int number,
        int[] requests,
        Publisher<Request> server,
        Publisher<Long> self,
        Publisher<Point> manager) {
      this.number = number;
      this.requests = requests;
      this.server = server;
      this.self = self;
      this.manager = manager;
    }

    void onStart(Start start) {
      ask();
    }

    void onAnswer(long value) {
      long nanos = System.nanoTime() - asked;
      manager.publish(new Point(number, requests[next], value, nanos));
      next++;
      if (next < requests.length) {
        ask();
      }
    }

    private void ask() {
      asked = System.nanoTime();
      server.publish(new Request(requests[next], self));
    }
  }
}
