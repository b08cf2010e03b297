package agon.typed;

import agon.harness.Arguments;
import agon.harness.Harness;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Report;
import agon.harness.Workload;
import agon.workload.RemoteLine;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.concurrent.CompletableFuture;

/** Strings from an actor of node 0 to one of node 1, and credits the other way. */
final class RemoteStrings implements Workload {
  private static final String BEGIN = "begin";
  private static final String CREDIT = "credit";
  private static final String LAST = "last";
  private static final String REPORTED = "reported";

  private final RemoteLine line;
  private final int credit;
  private final RemoteHost<Object> node;
  private final String[] strings;

  RemoteStrings(Arguments arguments) {
    arguments.variant("default");
    line = new RemoteLine(arguments, "messages");
    credit = line.underWay() / 2;
    Behavior<Object> receiver = Behaviors.receiveMessage(new Receiver()::onMessage);
    node = new RemoteHost<>(arguments, line.size, line.peer, receiver);
    strings = line.peer == null ? null : line.strings();
  }

  @Override
  public String place() {
    return node.place();
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Sender sender = new Sender();
    ActorRef<Object> own = node.host().start(Behaviors.receiveMessage(sender::onMessage));
    node.other().tell(new Question(BEGIN, own));
    sender.ready.get();
    own.tell(BEGIN);
    sender.reported.get();
    return sender.outcome.await();
  }

  @Override
  public void close() {
    node.close();
  }

  private final class Sender {
    final CompletableFuture<Void> ready = new CompletableFuture<>();
    final CompletableFuture<Void> reported = new CompletableFuture<>();
    final Outcome outcome = new Outcome();
    private int sent;

    Behavior<Object> onMessage(Object message) {
      switch ((String) message) {
        case BEGIN -> {
          outcome.startClock();
          send(line.underWay());
        }
        case CREDIT -> send(credit);
        case LAST -> outcome.end(() -> line.withCrc(new Report().put("sent", sent), strings));
        case REPORTED -> {
          reported.complete(null);
          return Behaviors.stopped();
        }
        default -> ready.complete(null);
      }
      return Behaviors.same();
    }

    private void send(int credit) {
      int end = Math.min(sent + credit, strings.length);
      while (sent < end) {
        node.other().tell(strings[sent++]);
      }
    }
  }

  private final class Receiver {
    private final RemoteLine.Tally tally = line.new Tally();
    private ActorRef<Object> sender;
    private int iteration;

    Behavior<Object> onMessage(Object message) {
      if (message instanceof Question begin) {
        sender = begin.asker();
        sender.tell("ready");
        return Behaviors.same();
      }
      tally.handle((String) message);
      if (tally.isComplete()) {
        sender.tell(LAST);
        Harness.report(iteration++, tally.received());
        sender.tell(REPORTED);
      } else if (tally.handled() % credit == 0) {
        sender.tell(CREDIT);
      }
      return Behaviors.same();
    }
  }
}
