package agon.typed;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Harness;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Report;
import agon.harness.Samples;
import agon.harness.Workload;
import agon.workload.RemoteLine;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Actors of node 0 ask an actor of node 1, each the next question when it has the answer. */
final class RemoteAsk implements Workload {
  private static final String BEGIN = "begin";

  private final RemoteLine line;
  private final int outstanding;
  private final Samples trips;
  private final RemoteHost<Question> node;
  private final String[] strings;

  RemoteAsk(Arguments arguments) throws IOException {
    arguments.variant("default");
    line = new RemoteLine(arguments, "asks");
    outstanding = arguments.integer("outstanding", 1, Short.MAX_VALUE);
    if (outstanding > line.count) {
      throw new BadArgumentException("outstanding=" + outstanding + ": give no more than asks");
    }
    Behavior<Question> answerer = Behaviors.receiveMessage(new Answerer()::onMessage);
    node = new RemoteHost<>(arguments, line.size, line.peer, answerer);
    boolean asks = line.peer != null;
    strings = asks ? line.strings() : null;
    trips = asks ? new Samples(arguments.samples(), "rtt.csv", "iteration,ask,ns") : null;
  }

  @Override
  public String place() {
    return node.place();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Asking asking = new Asking();
    List<ActorRef<Object>> askers = new ArrayList<>();
    for (int number = 0; number < outstanding; number++) {
      askers.add(node.host().start(asking.asker(number)));
    }
    asking.outcome.startClock();
    askers.forEach(asker -> asker.tell(BEGIN));
    Iteration iteration = asking.outcome.await();
    for (int number = 0; number < strings.length; number++) {
      trips.row(index, number, asking.times[number]);
    }
    trips.flush();
    return iteration;
  }

  @Override
  public void close() throws IOException {
    node.close();
    if (trips != null) {
      trips.close();
    }
  }

  /** An iteration at node 0. */
  private final class Asking {
    final Outcome outcome = new Outcome();
    final long[] times = new long[strings.length];
    private final long[] sums = new long[outstanding];
    private final AtomicInteger left = new AtomicInteger(outstanding);

    Behavior<Object> asker(int number) {
      return Behaviors.setup(
          context -> Behaviors.receiveMessage(new Asker(number, context.getSelf())::onMessage));
    }

    private void end() {
      if (left.decrementAndGet() == 0) {
        outcome.end(this::report);
      }
    }

    private Report report() {
      long sum = 0;
      for (long own : sums) {
        sum = RemoteLine.join(sum, own);
      }
      Report report = new Report().put("answers", strings.length).put("sum", sum);
      return line.withCrc(report, strings);
    }

    private final class Asker {
      private final int own;
      private final ActorRef<Object> self;
      private int number;
      private long asked;

      Asker(int own, ActorRef<Object> self) {
        this.own = own;
        this.self = self;
        number = own;
      }

      Behavior<Object> onMessage(Object message) {
        if (message instanceof Long answer) {
          times[number] = System.nanoTime() - asked;
          sums[own] = RemoteLine.add(sums[own], number, answer);
          number += outstanding;
        }
        if (number >= strings.length) {
          end();
          return Behaviors.stopped();
        }
        asked = System.nanoTime();
        node.other().tell(new Question(strings[number], self));
        return Behaviors.same();
      }
    }
  }

  private final class Answerer {
    private final RemoteLine.Tally tally = line.new Tally();
    private int iteration;

    Behavior<Question> onMessage(Question question) {
      int number = tally.handle(question.text());
      if (tally.isComplete()) {
        // The report comes first: the last answer ends the iteration.
        Harness.report(iteration++, tally.answered());
      }
      question.asker().tell(RemoteLine.answer(number));
      return Behaviors.same();
    }
  }
}
