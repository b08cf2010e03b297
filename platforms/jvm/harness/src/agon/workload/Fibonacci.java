package agon.workload;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Input;
import agon.harness.Report;
import agon.harness.Samples;
import java.io.IOException;
import java.nio.file.Path;

/** The Fibonacci service's parameters and input, and what does not depend on the platform. */
public final class Fibonacci {
  // agon: begin harness
  /** fib(92) is the last to fit a long. */
  private static final int LARGEST_N = 92;

  // agon: end

  private final int clients;
  private final int requests;
  private final int[][] input;

  // agon: begin harness
  public Fibonacci(Arguments arguments) {
    clients = arguments.integer("clients", 1, Integer.MAX_VALUE);
    requests = arguments.integer("requests", 1, Integer.MAX_VALUE);
    int maxN = arguments.integer("max_n", 0, LARGEST_N);
    Path file = arguments.path("input");
    input = Input.read(file, clients);
    for (int i = 0; i < clients; i++) {
      checkLine(file, i + 1, input[i], maxN);
    }
  }

  private void checkLine(Path file, int line, int[] values, int maxN) {
    boolean right = values.length == requests;
    for (int n : values) {
      right &= 0 <= n && n <= maxN;
    }
    if (!right) {
      throw new BadArgumentException(
          "input=%s, line %d: give %d integers from 0 to %d".formatted(file, line, requests, maxN));
    }
  }

  // agon: end

  public int clients() {
    return clients;
  }

  /** What a client, counted from 1, asks for. */
  public int[] requests(int client) {
    return input[client - 1];
  }

  // agon: begin report
  /** The file for all iterations' {@link Points}. */
  public static Samples openSamples(Arguments arguments) throws IOException {
    return new Samples(arguments.samples(), "points.csv", "iteration,client,n,value,ns");
  }

  // agon: end

  /** The plain doubly recursive definition. */
  public static long fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  /** The answers in the order in which they are reported to the manager. */
  public final class Points {
    private final int[] client = new int[clients * requests];
    private final int[] n = new int[client.length];
    private final long[] value = new long[client.length];
    private final long[] nanos = new long[client.length];
    private int size;

    /** Notes one answer; true when it was the last. */
    public boolean add(int client, int n, long value, long nanos) {
      this.client[size] = client;
      this.n[size] = n;
      this.value[size] = value;
      this.nanos[size] = nanos;
      return ++size == this.client.length;
    }

    // agon: begin report
    public Report report() {
      return new Report().put("answers", size);
    }

    public void writeTo(Samples samples, int iteration) throws IOException {
      for (int i = 0; i < size; i++) {
        samples.row(iteration, client[i], n[i], value[i], nanos[i]);
      }
      samples.flush();
    }
    // agon: end
  }
}
