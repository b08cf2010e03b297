package agon.jeromq;

import agon.harness.Arguments;
import agon.harness.Failures;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Throughput;
import agon.workload.Throughput.Transport;
import agon.workload.Transfer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Strings from one thread's socket to another's, and confirmations the other way. */
final class Strings implements Workload {
  private final String variant;
  private final Throughput parameters;
  private final ZContext context;

  Strings(Arguments arguments) throws IOException {
    variant = arguments.variant("default", Packing.JavaObject.VARIANT, Link.MYBLOCK);
    parameters = Throughput.of(arguments, Transport.INPROC, Transport.TCP);
    Failures.endProgram();
    context = new ZContext(arguments.threads());
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Transfer transfer = new Transfer(parameters);
    boolean near = parameters.transport() == Transport.INPROC;
    try (Link link = Link.of(variant, context, near, index)) {
      Thread receiver = new Thread(new Receiver(transfer, link), "receiver");
      receiver.start();
      link.greet();
      Iteration iteration = transfer.run(index, new Sender(link));
      receiver.join();
      return iteration;
    }
  }

  @Override
  public void close() throws IOException {
    context.close();
    parameters.close();
  }

  /** Its thread sends the strings and takes the confirmations as they come. */
  private final class Sender implements Transfer.Line {
    private final ZMQ.Socket out;
    private final ZMQ.Socket confirmations;
    private final Packing packing = Packing.of(parameters.msgPack(), variant);
    private final boolean acks = parameters.acks();

    Sender(Link link) {
      out = link.out();
      confirmations = link.confirmations();
    }

    @Override
    public void send(Transfer transfer, String text) {
      byte[] frame = packing.pack(text);
      if (!acks) {
        out.send(frame);
        return;
      }
      while (!out.send(frame, ZMQ.DONTWAIT)) {
        // There is no room for strings before some that are under way have been confirmed.
        confirm(transfer, confirmations.recv());
      }
      for (byte[] come; (come = confirmations.recv(ZMQ.DONTWAIT)) != null; ) {
        confirm(transfer, come);
      }
    }

    @Override
    public void await(Transfer transfer, int messages) throws Exception {
      if (!acks) {
        Transfer.Line.super.await(transfer, messages);
        return;
      }
      while (transfer.confirmations() < messages) {
        confirm(transfer, confirmations.recv());
      }
    }

    private static void confirm(Transfer transfer, byte[] frame) {
      ByteBuffer confirmation = ByteBuffer.wrap(frame);
      transfer.confirm(confirmation.getInt(), confirmation.get() != 0);
    }
  }

  /** Handles the strings, and confirms them if that is asked for. */
  private final class Receiver implements Runnable {
    private final Transfer transfer;
    private final Link link;
    private final Packing packing = Packing.of(parameters.msgPack(), variant);

    Receiver(Transfer transfer, Link link) {
      this.transfer = transfer;
      this.link = link;
    }

    @Override
    public void run() {
      link.meet();
      for (int left = parameters.messages(); left > 0; left--) {
        String text = packing.unpack(link.next());
        if (parameters.acks()) {
          confirm(text);
        } else {
          transfer.handle(text);
        }
      }
    }

    private void confirm(String text) {
      boolean handled = true;
      try {
        transfer.handle(text);
      } catch (RuntimeException e) {
        handled = false;
      }
      int number = Integer.parseInt(text, 0, Throughput.DIGITS, 10);
      ByteBuffer confirmation = ByteBuffer.allocate(Integer.BYTES + 1);
      link.confirm().send(confirmation.putInt(number).put((byte) (handled ? 1 : 0)).array());
    }
  }
}
