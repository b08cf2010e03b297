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
import java.util.concurrent.Semaphore;

/**
 * Strings from a thread to an actor, and confirmations to another; over TCP the two actors are in
 * systems of their own.
 */
final class Strings implements Workload {
  private static final String READY = "ready";

  /** The strings under way in a stream: actors take any number. */
  private static final int UNDER_WAY = 1000;

  /** What a message over TCP has beside its string. */
  private static final int ENVELOPE = 32 << 10;

  private static final int LONGEST_OVER_TCP = 64 << 20;

  private final Throughput parameters;
  private final Host near;
  private final Host far;

  Strings(Arguments arguments) throws IOException {
    arguments.variant("default");
    parameters = Throughput.of(arguments, Transport.INPROC, Transport.TCP);
    if (parameters.transport() == Transport.INPROC) {
      near = new Host(arguments, ConfigFactory.empty());
      far = near;
    } else {
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
    Semaphore room = new Semaphore(UNDER_WAY);
    Confirmations taker = new Confirmations(transfer, room);
    ActorRef<Object> confirmations = near.start(Behaviors.receiveMessage(taker::onMessage));
    Receiver handler = new Receiver(transfer, room, near.seenFrom(far, confirmations));
    ActorRef<Object> receiver =
        far.seenFrom(near, far.start(Behaviors.receiveMessage(handler::onMessage)));
    receiver.tell(READY);
    taker.ready.get();
    return transfer.run(index, new Sender(room, receiver));
  }

  @Override
  public void close() throws IOException {
    near.close();
    if (far != near) {
      far.close();
    }
    parameters.close();
  }

  private final class Sender implements Transfer.Line {
    private final Semaphore room;
    private final ActorRef<Object> receiver;
    private final MsgPackString packing = parameters.msgPack() ? new MsgPackString() : null;

    Sender(Semaphore room, ActorRef<Object> receiver) {
      this.room = room;
      this.receiver = receiver;
    }

    @Override
    public void send(Transfer transfer, String text) throws InterruptedException {
      Object message = packing == null ? text : packing.pack(text);
      room.acquire();
      receiver.tell(message);
    }
  }

  /** Takes the confirmations: a message's number, or its complement where the handler failed. */
  private final class Confirmations {
    final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final Transfer transfer;
    private final Semaphore room;
    private int left = parameters.acks() ? parameters.messages() : 0;

    Confirmations(Transfer transfer, Semaphore room) {
      this.transfer = transfer;
      this.room = room;
    }

    Behavior<Object> onMessage(Object message) {
      if (message instanceof Integer number) {
        room.release();
        transfer.confirm(number < 0 ? ~number : number, number >= 0);
        left--;
      } else {
        ready.complete(null);
      }
      return left == 0 ? Behaviors.stopped() : Behaviors.same();
    }
  }

  /** Handles the strings, and confirms them if that is asked for. */
  private final class Receiver {
    private final Transfer transfer;
    private final Semaphore room;
    private final ActorRef<Object> confirmations;
    private final MsgPackString packing = parameters.msgPack() ? new MsgPackString() : null;
    private int left = parameters.messages();

    Receiver(Transfer transfer, Semaphore room, ActorRef<Object> confirmations) {
      this.transfer = transfer;
      this.room = room;
      this.confirmations = confirmations;
    }

    Behavior<Object> onMessage(Object message) {
      if (message.equals(READY)) {
        confirmations.tell(READY);
        return Behaviors.same();
      }
      String text = packing == null ? (String) message : packing.unpack((byte[]) message);
      if (parameters.acks()) {
        confirm(text);
      } else {
        transfer.handle(text);
        room.release();
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
      confirmations.tell(number);
    }
  }
}
