package agon.foundry;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.Fibonacci;
import java.io.IOException;

/** Clients ask a server for Fibonacci numbers, and report to a manager how long it took. */
final class FibonacciService implements Workload {
  /**
   * What the actors of the process's one iteration work on: the foundry makes them by class alone.
   */
  static Fibonacci parameters;

  static Fibonacci.Points points;

  /** Whether a subactor has two others compute what its number is the sum of. */
  static boolean recursive;

  private final Samples samples;

  // agon: begin harness
  FibonacciService(Arguments arguments) throws IOException {
    recursive = arguments.variant("subactors", "recursive").equals("recursive");
    parameters = new Fibonacci(arguments);
    points = parameters.new Points();
    samples = Fibonacci.openSamples(arguments);
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    Iteration iteration = Foundry.run(Manager.class);
    points.writeTo(samples, index);
    return iteration;
  }

  // agon: begin harness
  @Override
  public void close() throws IOException {
    samples.close();
  }
  // agon: end
}
