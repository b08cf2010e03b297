package agon.kilim;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.Ring;
import java.util.List;
import java.util.stream.Stream;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Task;

/** Workers pass tokens round a ring. */
final class TokenRing implements Workload {
  private final Ring ring;
  private final Host host;

  // agon: begin harness
  TokenRing(Arguments arguments) {
    ring = Ring.of(arguments);
    host = new Host(arguments, arguments.variant("affine", "fork-join"));
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    List<Mailbox<Token>> links =
        Stream.generate(Mailbox<Token>::new).limit(ring.workers()).toList();
    Mailbox<Ended> ended = new Mailbox<>();
    for (int i = 0; i < links.size(); i++) {
      Mailbox<Token> next = links.get((i + 1) % links.size());
      host.start(new Worker(i + 1, ring.witness(), links.get(i), next, ended));
    }
    return host.perform(outcome -> new Counter(ring, links, ended, outcome));
  }

  // agon: begin harness
  @Override
  public void close() {
    host.close();
  }

  // agon: end

  private record Token(int number, int left, int acc) {}

  private record Ended(int token, int worker, int acc) {}

  /** A ring member, numbered from 1. */
  private static final class Worker extends Task<Void> {
    private final int number;
    private final boolean witness;
    private final Mailbox<Token> link;
    private final Mailbox<Token> next;
    private final Mailbox<Ended> counter;

    Worker(
        int number,
        boolean witness,
        Mailbox<Token> link,
        Mailbox<Token> next,
        Mailbox<Ended> counter) {
      this.number = number;
      this.witness = witness;
      this.link = link;
      this.next = next;
      this.counter = counter;
    }

    @Override
    public void execute() throws Pausable {
      while (true) {
        Token token = link.get();
        if (token.left == 0) {
          counter.putnb(new Ended(token.number, number, token.acc));
        } else {
          // agon: begin witness
          int acc = witness ? Ring.witness(token.acc, number) : 0;
          // agon: end
          next.putnb(new Token(token.number, token.left - 1, acc));
        }
      }
    }
  }

  /** Starts the tokens, and counts those that have ended. */
  private static final class Counter extends Task<Void> {
    private final Ring ring;
    private final List<Mailbox<Token>> links;
    private final Mailbox<Ended> ended;
    private final Outcome outcome;

    Counter(Ring ring, List<Mailbox<Token>> links, Mailbox<Ended> ended, Outcome outcome) {
      this.ring = ring;
      this.links = links;
      this.ended = ended;
      this.outcome = outcome;
    }

    @Override
    public void execute() throws Pausable {
      Ring.Ends ends = new Ring.Ends(ring);
      outcome.startClock();
      for (int token = 1; token <= ring.tokens(); token++) {
        links.get(ring.start(token) - 1).putnb(new Token(token, ring.passes(), 0));
      }
      boolean last = false;
      while (!last) {
        Ended end = ended.get();
        last = ends.add(end.token, end.worker, end.acc);
      }
      outcome.end(ends::report);
    }
  }
}
