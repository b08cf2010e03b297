package agon.virtualthreads;

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

/** Clients ask a server for Fibonacci numbers, and report to a manager how long it took. */
final class FibonacciService implements Workload {
  private final Fibonacci parameters;
  private final boolean subactors;
  private final Samples samples;

  // agon: begin harness
  FibonacciService(Arguments arguments) throws IOException {
    subactors = arguments.variant("subactors", "functions").equals("subactors");
    parameters = new Fibonacci(arguments);
    samples = Fibonacci.openSamples(arguments);
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    Mailbox<Request> requests = new Mailbox<>();
    Mailbox<Point> times = new Mailbox<>();
    List<Mailbox<Long>> clients = new ArrayList<>();
    Fibonacci.Points points = parameters.new Points();
    try (Host host = new Host()) {
      host.start(subactors ? new Delegating(requests, host) : new Computing(requests));
      for (int number = 1; number <= parameters.clients(); number++) {
        Mailbox<Long> answers = new Mailbox<>();
        clients.add(answers);
        host.start(new Client(number, parameters.requests(number), requests, answers, times));
      }
      Iteration iteration = host.perform(outcome -> new Manager(points, clients, times, outcome));
      points.writeTo(samples, index);
      return iteration;
    }
  }

  // agon: begin harness
  @Override
  public void close() throws IOException {
    samples.close();
  }

  // agon: end

  /** What a client receives before any answer. */
  private static final Long START = -1L;

  private record Request(int n, Mailbox<Long> from) {}

  private record Point(int client, int n, long value, long nanos) {}

  /** A server that computes by itself. */
  private record Computing(Mailbox<Request> requests) implements Actor {
    @Override
    public void act() throws InterruptedException {
      while (true) {
        Request request = requests.get();
        request.from.put(Fibonacci.fib(request.n));
      }
    }
  }

  /** A server that has a new actor compute each answer. */
  private record Delegating(Mailbox<Request> requests, Host host) implements Actor {
    @Override
    public void act() throws InterruptedException {
      while (true) {
        host.start(new Computation(requests.get()));
      }
    }
  }

  /** Computes in slices and gives way to others in between: virtual threads are not preempted. */
  private record Computation(Request request) implements Actor {
    @Override
    public void act() {
      Sliced sliced = new Sliced(request.n);
      while (!sliced.step()) {
        Thread.yield();
      }
      request.from.put(sliced.value());
    }
  }

  /** Lets the clients begin, and collects their times. */
  private record Manager(
      Fibonacci.Points points, List<Mailbox<Long>> clients, Mailbox<Point> times, Outcome outcome)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      outcome.startClock();
      for (Mailbox<Long> client : clients) {
        client.put(START);
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
  private record Client(
      int number,
      int[] requests,
      Mailbox<Request> server,
      Mailbox<Long> answers,
      Mailbox<Point> manager)
      implements Actor {
    @Override
    public void act() throws InterruptedException {
      answers.get(); // the start
      for (int n : requests) {
        long asked = System.nanoTime();
        server.put(new Request(n, answers));
        long value = answers.get();
        manager.put(new Point(number, n, value, System.nanoTime() - asked));
      }
    }
  }
}
