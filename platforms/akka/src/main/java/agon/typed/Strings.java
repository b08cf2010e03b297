package agon.typed;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.msgpack.MsgPackString;
import agon.workload.Throughput;
import agon.workload.Throughput.Transport;
import agon.workload.Transfer;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Strings from an actor to another, and credits and confirmations the other way; over TCP the two
 * are in systems of their own.
 */
final class Strings implements Workload {
  // What else the two send to each other, in forms that remoting can serialise by itself.
  private static final String READY = "ready";
  private static final String BEGIN = "begin";
  private static final String CREDIT = "credit";
  private static final String END = "end";

  /** The strings under way in a stream over TCP: actors take any number. */
  private static final int UNDER_WAY_OVER_TCP = 1024;

  /** What a message over TCP has in addition to its string. */
  private static final int ENVELOPE = 32 << 10;

  private static final int LONGEST_OVER_TCP = 64 << 20;

  private final Throughput parameters;
  private final int underWay;
  private final Host near;
  private final Host far;

  Strings(Arguments arguments) throws IOException {
    arguments.variant("default");
    parameters = Throughput.of(arguments, Transport.INPROC, Transport.TCP);
    if (parameters.transport() == Transport.INPROC) {
      underWay = Transfer.UNDER_WAY;
      near = new Host(arguments, ConfigFactory.empty());
      far = near;
    } else {
      underWay = UNDER_WAY_OVER_TCP;
      near = remote(arguments);
      far = remote(arguments);
    }
  }

  private Host remote(Arguments arguments) {
    if (parameters.size() > LONGEST_OVER_TCP) {
      throw new BadArgumentException(
          "size=" + parameters.size() + ": give " + LONGEST_OVER_TCP + " at most over tcp");
    }
    Map<String, Integer> frame = Map.of("agon.frame", parameters.size() + ENVELOPE);
    Config remoting = ConfigFactory.parseResources("remote.conf");
    return new Host(arguments, ConfigFactory.parseMap(frame).withFallback(remoting));
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Transfer transfer = new Transfer(parameters);
    Sender line = new Sender(transfer);
    ActorRef<Object> sender = near.start(Behaviors.receiveMessage(line::onMessage));
    Receiver handler = new Receiver(transfer, near.seenFrom(far, sender));
    line.receiver = far.seenFrom(near, far.start(Behaviors.receiveMessage(handler::onMessage)));
    line.receiver.tell(READY);
    line.ready.get();
    Iteration iteration = transfer.await(index, () -> sender.tell(BEGIN));
    sender.tell(END);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    near.close();
    if (far != near) {
      far.close();
    }
    parameters.close();
  }

  /**
   * Sends the strings, and takes the confirmations: a message's number, or its complement where the
   * handler failed.
   */
  private final class Sender implements Transfer.Line {
    final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final Transfer transfer;
    private final int credit;
    private final MsgPackString packing = parameters.msgPack() ? new MsgPackString() : null;

    /** Known before any actor is started. */
    private ActorRef<Object> receiver;

    Sender(Transfer transfer) {
      this.transfer = transfer;
      credit = transfer.credit(underWay);
    }

    @Override
    public void send(Transfer transfer, String text) {
      receiver.tell(packing == null ? text : packing.pack(text));
    }

    Behavior<Object> onMessage(Object message) throws Exception {
      if (message instanceof Integer number) {
        transfer.confirm(number < 0 ? ~number : number, number >= 0);
        transfer.proceed(this, 1);
        return Behaviors.same();
      }
      switch ((String) message) {
        case CREDIT -> transfer.proceed(this, credit);
        case BEGIN -> transfer.begin(this, underWay);
        case READY -> ready.complete(null);
        default -> {
          return Behaviors.stopped();
        }
      }
      return Behaviors.same();
    }
  }

  /** Handles the strings, and confirms them if that is asked for. */
  private final class Receiver {
    private final Transfer transfer;
    private final ActorRef<Object> sender;
    private final MsgPackString packing = parameters.msgPack() ? new MsgPackString() : null;
    private final int credit;
    private int handled;
    private int left = parameters.messages();

    Receiver(Transfer transfer, ActorRef<Object> sender) {
      this.transfer = transfer;
      this.sender = sender;
      credit = transfer.credit(underWay);
    }

    Behavior<Object> onMessage(Object message) {
      if (message.equals(READY)) {
        sender.tell(READY);
        return Behaviors.same();
      }
      String text = packing == null ? (String) message : packing.unpack((byte[]) message);
      if (parameters.acks()) {
        confirm(text);
      } else {
        transfer.handle(text);
        if (++handled == credit) {
          handled = 0;
          sender.tell(CREDIT);
        }
      }
      return --left == 0 ? Behaviors.stopped() : Behaviors.same();
    }

    private void confirm(String text) {
      int number = Integer.parseInt(text, 0, Throughput.DIGITS, 10);
      try {
        transfer.handle(text);
      } catch (RuntimeException e) {
        number = ~number;
      }
      sender.tell(number);
    }
  }
}
