package agon.workload;

import agon.harness.Arguments;
import agon.harness.Report;

/** The token ring's parameters, and what does not depend on the platform. */
public record Ring(int workers, int tokens, int passes, boolean witness) {

  // agon: begin harness
  public static Ring of(Arguments arguments) {
    return new Ring(
        arguments.integer("workers", 1, Integer.MAX_VALUE),
        arguments.integer("tokens", 1, Integer.MAX_VALUE),
        arguments.integer("passes", 0, Integer.MAX_VALUE),
        arguments.witness());
  }

  // agon: end

  /** The worker at which a token starts: max(1, floor(token*workers/tokens + 0.5)). */
  public int start(int token) {
    return (int) Math.max(1, (2L * token * workers + tokens) / (2L * tokens));
  }

  // agon: begin witness
  /** A token's witness after {@code worker} has passed it on. */
  public static int witness(int acc, int worker) {
    return Witness.next(acc, worker);
  }

  // agon: end

  /** Where the tokens ended, as reported to the counter. */
  public static final class Ends {
    private final Ring ring;
    // agon: begin report
    private final int[] workers;
    private final int[] witnesses;
    // agon: end
    private int awaited;

    public Ends(Ring ring) {
      this.ring = ring;
      // agon: begin report
      workers = new int[ring.tokens];
      witnesses = new int[ring.tokens];
      // agon: end
      awaited = ring.tokens;
    }

    /** Notes the end of one token; true when it was the last. */
    public boolean add(int token, int worker, int acc) {
      // agon: begin report
      workers[token - 1] = worker;
      witnesses[token - 1] = acc;
      // agon: end
      return --awaited == 0;
    }

    // agon: begin report
    public Report report() {
      Report report = new Report().put("ends", workers);
      return ring.witness ? report.put("witness", witnesses) : report;
    }
    // agon: end
  }
}
