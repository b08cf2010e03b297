package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Ring;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Workers pass tokens round a ring. */
final class TokenRing implements Workload {
  private final Ring ring;
  private final Host host;

  // agon: begin harness
  TokenRing(Arguments arguments) {
    ring = Ring.of(arguments);
    host = new Host(arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    return host.<CounterMessage>run((context, done) -> new Counter(context, ring, done));
  }

  @Override
  public void close() {
    host.close();
  }

  // agon: end

  private interface WorkerMessage {}

  private record Link(ActorRef<WorkerMessage> next) implements WorkerMessage {}

  private record Token(int number, int left, int acc) implements WorkerMessage {}

  private interface CounterMessage {}

  private enum Linked implements CounterMessage {
    INSTANCE
  }

  private record Ended(int token, int worker, int acc) implements CounterMessage {}

  /** Builds the ring, starts the tokens, and counts those that have ended. */
  private static final class Counter extends Leader<CounterMessage> {
    private final Ring ring;
    private final Ring.Ends ends;
    private final List<ActorRef<WorkerMessage>> workers = new ArrayList<>();
    private int linked;

    Counter(ActorContext<CounterMessage> context, Ring ring, Consumer<Iteration> done) {
      super(context, done);
      this.ring = ring;
      ends = new Ring.Ends(ring);
      for (int number = 1; number <= ring.workers(); number++) {
        workers.add(spawn(new Worker(number, ring.witness(), context.getSelf()).unlinked()));
      }
      for (int i = 0; i < workers.size(); i++) {
        workers.get(i).tell(new Link(workers.get((i + 1) % workers.size())));
      }
    }

    @Override
    public Receive<CounterMessage> createReceive() {
      return receiveBuilder()
          .onMessage(Linked.class, this::onLinked)
          .onMessage(Ended.class, this::onEnded)
          .build();
    }

    private Behavior<CounterMessage> onLinked(Linked message) {
      if (++linked == workers.size()) {
        startClock();
        for (int token = 1; token <= ring.tokens(); token++) {
          workers.get(ring.start(token) - 1).tell(new Token(token, ring.passes(), 0));
        }
      }
      return this;
    }

    private Behavior<CounterMessage> onEnded(Ended ended) {
      boolean last = ends.add(ended.token, ended.worker, ended.acc);
      return last ? end(elapsedNanos(), ends.report()) : this;
    }
  }

  /** A ring member, numbered from 1. */
  private record Worker(int number, boolean witness, ActorRef<CounterMessage> counter) {

    Behavior<WorkerMessage> unlinked() {
      return Behaviors.receive(WorkerMessage.class).onMessage(Link.class, this::onLink).build();
    }

    private Behavior<WorkerMessage> onLink(Link link) {
      counter.tell(Linked.INSTANCE);
      return passing(link.next);
    }

    private Behavior<WorkerMessage> passing(ActorRef<WorkerMessage> next) {
      return Behaviors.receiveMessage(
          message -> {
            Token token = (Token) message;
            if (token.left == 0) {
              counter.tell(new Ended(token.number, number, token.acc));
            } else {
              // agon: begin witness
              int acc = witness ? Ring.witness(token.acc, number) : 0;
              // agon: end
              next.tell(new Token(token.number, token.left - 1, acc));
            }
            return Behaviors.same();
          });
    }
  }
}
