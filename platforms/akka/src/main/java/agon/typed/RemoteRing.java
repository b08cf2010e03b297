package agon.typed;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Report;
import agon.harness.Workload;
import agon.workload.RemoteLine;
import agon.workload.Ring;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A ring whose workers of odd numbers are actors of node 0, the others of node 1. */
final class RemoteRing implements Workload {
  private static final String OVER = "over";
  private static final String REPORTED = "reported";

  private final Ring ring;
  private final RemoteHost<Object> node;

  RemoteRing(Arguments arguments) {
    arguments.variant("default");
    ring = Ring.of(arguments);
    String peer = RemoteLine.peer(arguments);
    Behavior<Object> keeper = Behaviors.setup(context -> new RingKeeper(context, ring));
    node = new RemoteHost<>(arguments, 0, peer, keeper);
  }

  @Override
  public String place() {
    return node.place();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    return node.host()
        .<Object>run((context, done) -> new Counter(context, ring, node.other(), done));
  }

  @Override
  public void close() {
    node.close();
  }

  /** A worker of node 0, for its neighbour at node 1, and who counts. */
  private record Odd(int number, ActorRef<Object> worker, ActorRef<Object> counter)
      implements Crossing {}

  private record Token(int number, int left, int acc) implements Crossing {}

  private record Ended(int token, int worker, int acc) implements Crossing {}

  private record Next(ActorRef<Object> worker) {}

  private record Leave(ActorRef<Object> keeper) {}

  private record Passed(long passes) {}

  /** Makes the workers of node 0, starts the tokens, and counts those that have ended. */
  private static final class Counter extends Leader<Object> {
    private final Ring ring;
    private final ActorRef<Object> keeper;
    private final Ring.Ends ends;
    private final List<ActorRef<Object>> workers = new ArrayList<>();
    private int missing;
    private long elapsed;

    Counter(
        ActorContext<Object> context,
        Ring ring,
        ActorRef<Object> keeper,
        Consumer<Iteration> done) {
      super(context, done);
      this.ring = ring;
      this.keeper = keeper;
      ends = new Ring.Ends(ring);
      missing = ring.workers() / 2;
      for (int number = 1; number <= ring.workers(); number++) {
        boolean own = number % 2 == 1;
        workers.add(own ? spawn(new Worker(number, ring, context.getSelf()).unlinked()) : null);
      }
      for (int number = 1; number <= ring.workers(); number += 2) {
        keeper.tell(new Odd(number, workers.get(number - 1), context.getSelf()));
      }
    }

    @Override
    public Receive<Object> createReceive() {
      return receiveBuilder()
          .onMessage(Ended.class, this::onEnded)
          .onMessage(Even.class, this::onEven)
          .onMessageEquals(REPORTED, () -> end(elapsed, ends.report()))
          .build();
    }

    private Behavior<Object> onEven(Even even) {
      workers.set(even.number() - 1, even.actor());
      if (--missing == 0) {
        for (int number = 1; number <= ring.workers(); number += 2) {
          workers.get(number - 1).tell(new Next(workers.get(number % ring.workers())));
        }
        startClock();
        for (int token = 1; token <= ring.tokens(); token++) {
          workers.get(ring.start(token) - 1).tell(new Token(token, ring.passes(), 0));
        }
      }
      return this;
    }

    private Behavior<Object> onEnded(Ended ended) {
      if (ends.add(ended.token, ended.worker, ended.acc)) {
        elapsed = elapsedNanos();
        keeper.tell(OVER);
      }
      return this;
    }
  }

  /** A ring member, numbered from 1. */
  private static final class Worker {
    private final int number;
    private final boolean witness;
    private final ActorRef<Object> counter;
    private ActorRef<Object> next;
    private long passed;

    Worker(int number, Ring ring, ActorRef<Object> counter) {
      this.number = number;
      witness = ring.witness();
      this.counter = counter;
    }

    Behavior<Object> unlinked() {
      return Behaviors.receiveMessage(this::onMessage);
    }

    Behavior<Object> linked(ActorRef<Object> to) {
      next = to;
      return unlinked();
    }

    private Behavior<Object> onMessage(Object message) {
      if (message instanceof Token token) {
        if (token.left == 0) {
          counter.tell(new Ended(token.number, number, token.acc));
        } else {
          passed++;
          int acc = witness ? Ring.witness(token.acc, number) : 0;
          next.tell(new Token(token.number, token.left - 1, acc));
        }
      } else if (message instanceof Next link) {
        next = link.worker;
      } else if (message instanceof Leave leave) {
        leave.keeper.tell(new Passed(passed));
        return Behaviors.stopped();
      }
      return Behaviors.same();
    }
  }

  /** Makes the workers of node 1 when it knows those of node 0. */
  private static final class RingKeeper extends Keeper {
    private final Ring ring;
    private final List<ActorRef<Object>> odd = new ArrayList<>();
    private final List<ActorRef<Object>> even = new ArrayList<>();
    private ActorRef<Object> counter;
    private long passed;
    private int missing;

    RingKeeper(ActorContext<Object> context, Ring ring) {
      super(context);
      this.ring = ring;
    }

    @Override
    void onMessage(Object message) {
      if (message instanceof Odd worker) {
        odd.add(worker.worker);
        counter = worker.counter;
        if (odd.size() == (ring.workers() + 1) / 2) {
          build();
        }
      } else if (message instanceof Passed passes) {
        passed += passes.passes;
        if (--missing == 0) {
          report(new Report().put("passed", passed));
          passed = 0;
          counter.tell(REPORTED);
        }
      } else if (message.equals(OVER)) {
        missing = even.size();
        even.forEach(worker -> worker.tell(new Leave(getContext().getSelf())));
        even.clear();
        odd.clear();
      }
    }

    private void build() {
      for (int number = 2; number <= ring.workers(); number += 2) {
        ActorRef<Object> next = odd.get(number % ring.workers() / 2);
        ActorRef<Object> worker = spawn(new Worker(number, ring, counter).linked(next));
        even.add(worker);
        counter.tell(new Even(number, worker));
      }
    }
  }
}
