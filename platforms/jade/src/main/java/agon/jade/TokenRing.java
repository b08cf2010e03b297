package agon.jade;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Ring;
import jade.core.AID;
import jade.lang.acl.ACLMessage;
import java.io.IOException;

/** Workers pass tokens round a ring. */
final class TokenRing implements Workload {
  private final Ring ring;
  private final Container container;

  // agon: begin harness
  TokenRing(Arguments arguments) throws IOException {
    arguments.variant("default");
    ring = Ring.of(arguments);
    container = new Container();
  }

  // agon: end

  @Override
  public Iteration iterate(int index) throws Exception {
    return Run.perform(container, index, run -> new Counter(run, ring));
  }

  // agon: begin harness
  @Override
  public void close() throws IOException {
    container.close();
  }

  // agon: end

  /** Builds the ring, starts the tokens, and counts those that have ended. */
  private static final class Counter extends Member {
    private final Run run;
    private final Ring ring;
    private final Ring.Ends ends;
    private final AID[] workers;
    private int ready;

    Counter(Run run, Ring ring) {
      super(run);
      this.run = run;
      this.ring = ring;
      ends = new Ring.Ends(ring);
      workers = new AID[ring.workers()];
    }

    @Override
    void begin() {
      for (int i = 0; i < workers.length; i++) {
        AID next = run.address(name((i + 1) % workers.length));
        workers[i] = run.start(name(i), new Worker(run, i + 1, ring.witness(), next, getAID()));
      }
    }

    private static String name(int i) {
      return "worker-" + (i + 1);
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == ACLMessage.CONFIRM) {
        ready();
      } else {
        long[] ended = numbers(message);
        if (ends.add((int) ended[0], (int) ended[1], (int) ended[2])) {
          run.end(ends::report);
        }
      }
    }

    private void ready() {
      if (++ready == workers.length) {
        run.startClock();
        for (int token = 1; token <= ring.tokens(); token++) {
          send(workers[ring.start(token) - 1], ACLMessage.REQUEST, words(token, ring.passes(), 0));
        }
      }
    }
  }

  /**
   * A ring member, numbered from 1. A token's content: its number, its passes left, its witness.
   */
  private static final class Worker extends Member {
    private final int number;
    private final boolean witness;
    private final AID next;
    private final AID counter;

    Worker(Run run, int number, boolean witness, AID next, AID counter) {
      super(run);
      this.number = number;
      this.witness = witness;
      this.next = next;
      this.counter = counter;
    }

    @Override
    void begin() {
      send(counter, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      long[] token = numbers(message);
      int acc = (int) token[2];
      if (token[1] == 0) {
        send(counter, ACLMessage.INFORM, words(token[0], number, acc));
      } else {
        // agon: begin witness
        int passed = witness ? Ring.witness(acc, number) : 0;
        // agon: end
        send(next, ACLMessage.REQUEST, words(token[0], token[1] - 1, passed));
      }
    }
  }
}
