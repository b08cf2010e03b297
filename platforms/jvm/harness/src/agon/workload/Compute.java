package agon.workload;

import agon.harness.Arguments;
import agon.harness.Report;
import java.io.Serializable;

/** The parameters of the pure computation, and what does not depend on the platform. */
public record Compute(int agents, long operations, boolean witness) {
  private static final long MULTIPLIER = 48271;

  /** A Mersenne prime, which also masks the 31 bits below it. */
  private static final int MODULUS = 2147483647;

  private static final int MODULUS_BITS = 31;

  public static Compute of(Arguments arguments) {
    return new Compute(
        arguments.integer("agents", 1, Integer.MAX_VALUE),
        arguments.number("operations", 0, Long.MAX_VALUE),
        arguments.witness());
  }

  /** Does the steps of one agent, counted from 1. */
  public Result run(int agent) {
    return steps(agent, operations / agents + (agent <= operations % agents ? 1 : 0));
  }

  /** Does {@code count} steps of the agent whose number its x begins with. */
  public static Result steps(int agent, long count) {
    long x = agent;
    long steps = 0;
    while (steps < count) {
      long product = x * MULTIPLIER;
      // As 2^31 = 1 here, the high bits may be added to the low ones. What little then exceeds the
      // modulus does no harm until the end.
      x = (product & MODULUS) + (product >>> MODULUS_BITS);
      steps++;
    }
    return new Result(agent, (int) (x % MODULUS), steps);
  }

  /** An agent's x after its last step, and the steps that it has counted. */
  public record Result(int agent, int x, long steps) implements Serializable {}

  /** What the controller receives from the agents. */
  public static final class Results {
    private final Compute parameters;
    private final long[] steps;
    private int awaited;
    private int xor;

    public Results(Compute parameters) {
      this.parameters = parameters;
      steps = new long[parameters.agents];
      awaited = parameters.agents;
    }

    /** Notes one agent's result; true when it was the last. */
    public boolean add(Result result) {
      xor ^= result.x;
      steps[result.agent - 1] = result.steps;
      return --awaited == 0;
    }

    public Report report() {
      Report report = new Report().put("xor", xor);
      return parameters.witness ? report.put("steps", steps) : report;
    }
  }
}
