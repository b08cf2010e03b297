package agon.jeromq;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** The sockets between the sender and the receiver of one iteration. */
interface Link extends AutoCloseable {
  /** The variant with the sockets of AgentSlang's MyBlock. */
  String MYBLOCK = "myblock";

  /** The sender's: for strings, and for confirmations. */
  ZMQ.Socket out();

  ZMQ.Socket confirmations();

  /** The receiver's, for confirmations. */
  ZMQ.Socket confirm();

  /** By the sender: returns when the two are connected, and the clock may start. */
  void greet() throws InterruptedException;

  /** By the receiver: returns when the first frame has come. */
  void meet();

  /** By the receiver: the next frame with a string. */
  byte[] next();

  @Override
  void close();

  static Link of(String variant, ZContext context, boolean near, int index) {
    return variant.equals(MYBLOCK)
        ? new Topic(context, near, index)
        : new Pair(context, near, index);
  }

  /**
   * A name of its own for each iteration: an address is free again only some time after its socket
   * is closed.
   */
  private static String address(boolean near, String name, int index) {
    return near ? "inproc://" + name + "-" + index : "tcp://127.0.0.1:*";
  }

  /** Two DEALER sockets: confirmations come back on the connection of the strings. */
  final class Pair implements Link {
    private static final byte[] READY = {};

    /**
     * After how long an unfinished handshake is started again. JeroMQ's poller can lose a channel
     * that is taken from it and given back in one turn, as a connection is once it stands: nothing
     * is sent on it then, ever. The default is 30 seconds.
     */
    private static final int HANDSHAKE_MILLIS = 250;

    private final ZMQ.Socket sending;
    private final ZMQ.Socket receiving;

    Pair(ZContext context, boolean near, int index) {
      sending = context.createSocket(SocketType.DEALER);
      receiving = context.createSocket(SocketType.DEALER);
      sending.setHandshakeIvl(HANDSHAKE_MILLIS);
      receiving.setHandshakeIvl(HANDSHAKE_MILLIS);
      receiving.bind(address(near, "strings", index));
      sending.connect(receiving.getLastEndpoint());
    }

    @Override
    public ZMQ.Socket out() {
      return sending;
    }

    @Override
    public ZMQ.Socket confirmations() {
      return sending;
    }

    @Override
    public ZMQ.Socket confirm() {
      return receiving;
    }

    /**
     * The sender goes first: what waits on the connecting side outlives a handshake that is started
     * again.
     */
    @Override
    public void greet() {
      sending.send(READY);
      sending.recv();
    }

    @Override
    public void meet() {
      receiving.recv();
      receiving.send(READY);
    }

    @Override
    public byte[] next() {
      return receiving.recv();
    }

    @Override
    public void close() {
      sending.close();
      receiving.close();
    }
  }

  /** PUB and SUB for the strings of a topic, and a pair of sockets for confirmations. */
  final class Topic implements Link {
    /** What every frame of the topic begins with; also a frame without a string. */
    static final byte[] KEY = {'a', 'g', 'n'};

    /** Until the sender greets again: a subscription takes time to reach the publisher. */
    private static final long PATIENCE_MILLIS = 5;

    private final ZMQ.Socket out;
    private final ZMQ.Socket confirmations;
    private final ZMQ.Socket in;
    private final ZMQ.Socket confirm;
    private final CountDownLatch met = new CountDownLatch(1);

    Topic(ZContext context, boolean near, int index) {
      out = context.createSocket(SocketType.PUB);
      confirmations = context.createSocket(SocketType.PULL);
      in = context.createSocket(SocketType.SUB);
      confirm = context.createSocket(SocketType.PUSH);
      for (ZMQ.Socket socket : new ZMQ.Socket[] {out, confirmations, in, confirm}) {
        socket.setHandshakeIvl(Pair.HANDSHAKE_MILLIS);
      }
      out.setXpubNoDrop(true);
      in.subscribe(KEY);
      out.bind(address(near, "messages", index));
      in.connect(out.getLastEndpoint());
      confirmations.bind(address(near, "confirmations", index));
      confirm.connect(confirmations.getLastEndpoint());
    }

    @Override
    public ZMQ.Socket out() {
      return out;
    }

    @Override
    public ZMQ.Socket confirmations() {
      return confirmations;
    }

    @Override
    public ZMQ.Socket confirm() {
      return confirm;
    }

    @Override
    public void greet() throws InterruptedException {
      do {
        out.send(KEY);
      } while (!met.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
    }

    @Override
    public void meet() {
      in.recv();
      met.countDown();
    }

    @Override
    public byte[] next() {
      byte[] frame;
      do {
        frame = in.recv();
      } while (frame.length == KEY.length);
      return frame;
    }

    @Override
    public void close() {
      out.close();
      confirmations.close();
      in.close();
      confirm.close();
    }
  }
}
