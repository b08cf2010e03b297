package agon.workload;

import agon.harness.Arguments;
import agon.harness.Report;

/** The parameters of the population, and what does not depend on the platform. */
public record Population(int agents, boolean witness) {
  // agon: begin witness
  private static final int MODULUS = 2147483647;

  // agon: end

  // agon: begin harness
  public static Population of(Arguments arguments) {
    return new Population(arguments.integer("agents", 1, 100_000_000), arguments.witness());
  }

  // agon: end

  /** What an agent takes leave with that is dismissed after so many greetings. */
  public static long farewell(int number, int greetings) {
    return number * 31L + greetings;
  }

  /** What the host receives. */
  public static final class Tally {
    private final Population parameters;
    private int greetings;
    private int goodbyes;
    private long sum;
    private long acc;

    public Tally(Population parameters) {
      this.parameters = parameters;
    }

    /** Notes a greeting; true when it was the last. */
    public boolean greet() {
      return ++greetings == parameters.agents;
    }

    /** Notes a goodbye; true when it was the last. */
    public boolean leave(int number, long farewell) {
      sum += number;
      // agon: begin witness
      acc = (acc + farewell) % MODULUS;
      // agon: end
      return ++goodbyes == parameters.agents;
    }

    // agon: begin report
    public Report report() {
      Report report =
          new Report().put("greetings", greetings).put("goodbyes", goodbyes).put("sum", sum);
      return parameters.witness ? report.put("witness", acc) : report;
    }
    // agon: end
  }
}
