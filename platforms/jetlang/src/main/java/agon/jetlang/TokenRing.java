package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.Ring;
import java.io.Serializable;
import java.util.List;
import org.jetlang.channels.Channel;
import org.jetlang.channels.Publisher;
import org.jetlang.fibers.Fiber;

/** Workers pass tokens round a ring. */
final class TokenRing implements Workload {
  private final Ring ring;
  private final Host host;

  // agon: begin harness
  TokenRing(Arguments arguments) {
    host = Host.of(arguments.variant("pool", "thread", "pool-safe"), arguments);
    ring = Ring.of(arguments);
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    try (Troupe troupe = new Troupe(host)) {
      List<Channel<Token>> links = troupe.channels(ring.workers());
      Channel<Ended> ended = troupe.channel();
      for (int i = 0; i < links.size(); i++) {
        Channel<Token> next = links.get((i + 1) % links.size());
        Worker worker = new Worker(i + 1, ring.witness(), next, ended);
        links.get(i).subscribe(troupe.fiber(), worker::onToken);
      }
      Counter counter = new Counter(ring, links, troupe.outcome());
      Fiber fiber = troupe.fiber();
      ended.subscribe(fiber, counter::onEnded);
      return troupe.perform(fiber, counter::begin);
    }
  }

  // agon: begin harness
  @Override
  public void close() {
    host.close();
  }

  // agon: end

  private record Token(int number, int left, int acc) implements Serializable {}

  private record Ended(int token, int worker, int acc) implements Serializable {}

  /** A ring member, numbered from 1. */
  private record Worker(
      int number, boolean witness, Publisher<Token> next, Publisher<Ended> counter) {

    void onToken(Token token) {
      if (token.left == 0) {
        counter.publish(new Ended(token.number, number, token.acc));
      } else {
        // agon: begin witness
        int acc = witness ? Ring.witness(token.acc, number) : 0;
        // agon: end
        next.publish(new Token(token.number, token.left - 1, acc));
      }
    }
  }

  /** Starts the tokens, and counts those that have ended. */
  private static final class Counter {
    private final Ring ring;
    private final List<Channel<Token>> links;
    private final Outcome outcome;
    private final Ring.Ends ends;

    Counter(Ring ring, List<Channel<Token>> links, Outcome outcome) {
      this.ring = ring;
      this.links = links;
      this.outcome = outcome;
      ends = new Ring.Ends(ring);
    }

    void begin() {
      for (int token = 1; token <= ring.tokens(); token++) {
        links.get(ring.start(token) - 1).publish(new Token(token, ring.passes(), 0));
      }
    }

    void onEnded(Ended ended) {
      if (ends.add(ended.token, ended.worker, ended.acc)) {
        outcome.end(ends::report);
      }
    }
  }
}
