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
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Strings from one thread's socket to another's, and confirmations the other way. */
final class Strings implements Workload {
  private static final byte[] READY = {};

  /**
   * After how long an unfinished handshake starts anew. JeroMQ's poller can lose a channel that is
   * taken from it and given back in one turn, as a connection is once it stands: nothing is sent on
   * it then, ever. The default is 30 seconds.
   */
  private static final int HANDSHAKE_MILLIS = 250;

  private final String variant;
  private final Throughput parameters;
  private final ZContext context;

  Strings(Arguments arguments) throws IOException {
    variant = arguments.variant("default", Packing.JavaObject.VARIANT);
    parameters = Throughput.of(arguments, Transport.INPROC, Transport.TCP);
    Failures.endProgram();
    context = new ZContext(arguments.threads());
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    Transfer transfer = new Transfer(parameters);
    try (ZMQ.Socket sending = context.createSocket(SocketType.DEALER);
        ZMQ.Socket receiving = context.createSocket(SocketType.DEALER)) {
      sending.setHandshakeIvl(HANDSHAKE_MILLIS);
      receiving.setHandshakeIvl(HANDSHAKE_MILLIS);
      // A name of its own: an address is free again only some time after its socket is closed.
      boolean near = parameters.transport() == Transport.INPROC;
      receiving.bind(near ? "inproc://strings-" + index : "tcp://127.0.0.1:*");
      sending.connect(receiving.getLastEndpoint());
      Thread receiver = new Thread(new Receiver(transfer, receiving), "receiver");
      receiver.start();
      // The connection stands, and the clock may start, when each has heard of the other. The
      // sender speaks first: what waits on the connecting side outlives a handshake begun anew.
      sending.send(READY);
      sending.recv();
      Iteration iteration = transfer.run(index, new Sender(sending));
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
    private final ZMQ.Socket socket;
    private final Packing packing = Packing.of(parameters.msgPack(), variant);
    private final boolean acks = parameters.acks();

    Sender(ZMQ.Socket socket) {
      this.socket = socket;
    }

    @Override
    public void send(Transfer transfer, String text) {
      byte[] frame = packing.pack(text);
      if (!acks) {
        socket.send(frame);
        return;
      }
      while (!socket.send(frame, ZMQ.DONTWAIT)) {
        // There is no room for strings before some that are under way have been confirmed.
        confirm(transfer, socket.recv());
      }
      for (byte[] come; (come = socket.recv(ZMQ.DONTWAIT)) != null; ) {
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
        confirm(transfer, socket.recv());
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
    private final ZMQ.Socket socket;
    private final Packing packing = Packing.of(parameters.msgPack(), variant);

    Receiver(Transfer transfer, ZMQ.Socket socket) {
      this.transfer = transfer;
      this.socket = socket;
    }

    @Override
    public void run() {
      socket.recv();
      socket.send(READY);
      for (int left = parameters.messages(); left > 0; left--) {
        String text = packing.unpack(socket.recv());
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
      socket.send(confirmation.putInt(number).put((byte) (handled ? 1 : 0)).array());
    }
  }
}
