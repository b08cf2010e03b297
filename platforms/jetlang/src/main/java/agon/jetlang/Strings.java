package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.msgpack.MsgPackString;
import agon.workload.HandlerFailure;
import agon.workload.Throughput;
import agon.workload.Throughput.Transport;
import agon.workload.Transfer;
import java.io.IOException;
import org.jetlang.channels.Channel;
import org.jetlang.channels.Publisher;

/** Strings from a fiber to another, and credits and confirmations the other way. */
final class Strings implements Workload {
  private final Throughput parameters;
  private final Host host;

  Strings(Arguments arguments) throws IOException {
    host = Host.of(arguments.variant("pool", "thread"), arguments);
    parameters = Throughput.of(arguments, Transport.INPROC);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Transfer transfer = new Transfer(parameters);
    try (Troupe troupe = new Troupe(host)) {
      Wires wires = new Wires(troupe.channel(), troupe.channel(), troupe.channel());
      wires.strings.subscribe(troupe.fiber(), new Receiver(transfer, wires)::onString);
      Sender sender = new Sender(transfer, wires.strings);
      var fiber = troupe.fiber();
      wires.credits.subscribe(fiber, sender::onCredit);
      wires.confirmations.subscribe(fiber, sender::onConfirmation);
      return transfer.await(index, () -> fiber.execute(sender::begin));
    }
  }

  @Override
  public void close() throws IOException {
    host.close();
    parameters.close();
  }

  /** Packed strings are bytes. A credit is for so many more strings. */
  private record Wires(
      Channel<Object> strings, Channel<Integer> credits, Channel<Confirmation> confirmations) {}

  private record Confirmation(int number, boolean handled) {}

  /** On the sender's fiber. */
  private final class Sender implements Transfer.Line {
    private final Transfer transfer;
    private final Publisher<Object> receiver;
    private final MsgPackString packing = parameters.msgPack() ? new MsgPackString() : null;

    Sender(Transfer transfer, Publisher<Object> receiver) {
      this.transfer = transfer;
      this.receiver = receiver;
    }

    @Override
    public void send(Transfer transfer, String text) {
      receiver.publish(packing == null ? text : packing.pack(text));
    }

    void begin() {
      try {
        transfer.begin(this, Transfer.UNDER_WAY);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    void onCredit(int more) {
      proceed(more);
    }

    void onConfirmation(Confirmation confirmation) {
      transfer.confirm(confirmation.number, confirmation.handled);
      proceed(1);
    }

    private void proceed(int more) {
      try {
        transfer.proceed(this, more);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** On the receiver's fiber: handles the strings, and confirms them if that is asked for. */
  private final class Receiver {
    private final Transfer transfer;
    private final Wires wires;
    private final int credit;
    private final MsgPackString packing = parameters.msgPack() ? new MsgPackString() : null;
    private int handled;

    Receiver(Transfer transfer, Wires wires) {
      this.transfer = transfer;
      this.wires = wires;
      credit = transfer.credit(Transfer.UNDER_WAY);
    }

    void onString(Object message) {
      String text = packing == null ? (String) message : packing.unpack((byte[]) message);
      if (parameters.acks()) {
        wires.confirmations.publish(confirmation(text));
        return;
      }
      transfer.handle(text);
      if (++handled == credit) {
        handled = 0;
        wires.credits.publish(credit);
      }
    }

    private Confirmation confirmation(String text) {
      int number = Integer.parseInt(text, 0, Throughput.DIGITS, 10);
      try {
        transfer.handle(text);
        return new Confirmation(number, true);
      } catch (HandlerFailure e) {
        return new Confirmation(number, false);
      }
    }
  }
}
