package agon.workload;

import agon.harness.Failures;
import agon.harness.Iteration;
import agon.harness.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32;

/**
 * One iteration of the throughput: the sender's end, which drives it, and the receiver's. Each end
 * is one thread's at a time; the platform's messages, and at last {@link #settled}, lie between
 * them.
 */
public final class Transfer {
  private static final long CRC_MODULUS = 1L << 32;

  /** In a stream, messages whose number is a multiple of it are timed. */
  private static final int EVERY = 64;

  private static final int PAUSE_MILLIS = 1;

  /** In a stream, as many strings are under way at most within a process. */
  public static final int UNDER_WAY = 128;

  /** How the platform brings a string from the sender to the receiver. */
  @FunctionalInterface
  public interface Line {
    /** Sends it; waits as long as the platform wants its senders to. */
    void send(Transfer transfer, String text) throws Exception;

    /**
     * Waits until that many messages are settled. A line on which the sender's own thread takes the
     * confirmations does so here.
     */
    default void await(Transfer transfer, int messages) throws Exception {
      transfer.park(messages);
    }
  }

  private final Throughput parameters;
  private final boolean acks;
  private final int every;
  private final int last;

  // Of the messages that are timed.
  private final long[] starts;
  private final long[] ends;

  // The sender's.
  private final CRC32 crc = new CRC32();
  private long crcSent;
  private int confirmed;
  private int[] unconfirmed = new int[16];
  private int failed;
  private int next;
  private long start;

  /** Who is woken when messages are settled: the sender, or who waits for it. */
  private Thread waiting;

  // The receiver's.
  private final CRC32 crcOfReceiver = new CRC32();
  private long crcReceived;
  private int received;
  private long characters;
  private int nextFault;

  /** When the last message was settled. */
  private long end;

  /**
   * Messages handled, with acknowledgement those whose confirmation is; in a stream set only after
   * the last.
   */
  private volatile int settled;

  public Transfer(Throughput parameters) {
    this.parameters = parameters;
    acks = parameters.acks();
    every = parameters.sprint ? 1 : EVERY;
    last = parameters.messages() - 1;
    int timed = parameters.clock ? last / every + 1 : 0;
    starts = new long[timed];
    ends = new long[timed];
  }

  /** Makes a sender that is an actor call {@link #begin}. */
  @FunctionalInterface
  public interface Cue {
    void give() throws Exception;
  }

  /**
   * Gives the cue, and returns when all messages are settled. The sender is an actor: it calls
   * {@link #begin}, and {@link #proceed} whenever it gets a credit.
   */
  public Iteration await(int index, Cue cue) throws Exception {
    waiting = Thread.currentThread();
    cue.give();
    park(last + 1);
    long elapsed = end - start;
    if (parameters.sprint) {
      elapsed = 0;
      for (int number = 0; number <= last; number++) {
        elapsed += ends[number] - starts[number];
      }
    }
    writeLatencies(index);
    return new Iteration(elapsed, report());
  }

  /** Starts the clock and sends the first messages, {@code underWay} in a stream. */
  public void begin(Line line, int underWay) throws Exception {
    start = System.nanoTime();
    send(line, parameters.sprint ? 1 : underWay);
  }

  /** Sends as many more; in a sprint the next one, after its pause. */
  public void proceed(Line line, int count) throws Exception {
    if (parameters.sprint && next <= last) {
      Thread.sleep(PAUSE_MILLIS);
    }
    send(line, parameters.sprint ? 1 : count);
  }

  private void send(Line line, int count) throws Exception {
    int end = Math.min(next + count, last + 1);
    while (next < end) {
      // Once the last is sent, who waits may read all of this.
      int number = next++;
      if (timed(number)) {
        starts[number / every] = System.nanoTime();
      }
      send(line, parameters.strings[number]);
    }
  }

  /**
   * After how many messages handled the receiver gives a credit to a sender that is an actor: half
   * of those under way, or each in a sprint.
   */
  public int credit(int underWay) {
    return parameters.sprint ? 1 : Math.max(1, underWay / 2);
  }

  /** Sends all messages, and returns when all are settled. Called by the sender's thread. */
  public Iteration run(int index, Line line) throws Exception {
    waiting = Thread.currentThread();
    long elapsed = parameters.sprint ? sprint(line) : stream(line);
    writeLatencies(index);
    return new Iteration(elapsed, report());
  }

  private long sprint(Line line) throws Exception {
    long elapsed = 0;
    for (int number = 0; number <= last; number++) {
      String text = parameters.strings[number];
      starts[number] = System.nanoTime();
      send(line, text);
      line.await(this, number + 1);
      elapsed += ends[number] - starts[number];
      Thread.sleep(PAUSE_MILLIS);
    }
    return elapsed;
  }

  private long stream(Line line) throws Exception {
    String[] strings = parameters.strings;
    long start = System.nanoTime();
    for (int number = 0; number <= last; number++) {
      if (timed(number)) {
        starts[number / every] = System.nanoTime();
      }
      send(line, strings[number]);
    }
    line.await(this, last + 1);
    return end - start;
  }

  private void send(Line line, String text) throws Exception {
    if (parameters.witness) {
      crcSent = plusCrc(crcSent, crc, text);
    }
    line.send(this, text);
  }

  /** Waits for other threads to settle that many messages. */
  private void park(int messages) {
    while (settled < messages) {
      LockSupport.park(this);
    }
  }

  /**
   * The receiver's handler. It fails at some messages if there is acknowledgement; the platform is
   * then to let the sender know.
   */
  public void handle(String text) {
    int number = received;
    check(number, text);
    received = number + 1;
    characters += text.length();
    if (parameters.witness) {
      crcReceived = plusCrc(crcReceived, crcOfReceiver, text);
    }
    boolean settles = !acks;
    if (timed(number) && (settles || !parameters.sprint)) {
      ends[number / every] = System.nanoTime();
    }
    if (settles) {
      settle(number);
    }
    int[] faults = parameters.faults;
    if (nextFault < faults.length && faults[nextFault] == number) {
      nextFault++;
      throw new HandlerFailure(number);
    }
  }

  private void check(int number, String text) {
    boolean right = text.length() == parameters.size;
    int rest = number;
    for (int i = Throughput.DIGITS - 1; right && i >= 0; i--) {
      right = text.charAt(i) == '0' + rest % 10;
      rest /= 10;
    }
    if (!right) {
      String start = text.substring(0, Math.min(text.length(), Throughput.DIGITS));
      Failures.endProgram(
          "message %d of %d characters was due, but one of %d that begins with '%s' came"
              .formatted(number, parameters.size, text.length(), start));
    }
  }

  /** The sender handles the confirmation of a message, or the word that its handler failed. */
  public void confirm(int number, boolean handled) {
    int before = confirmed + failed;
    if (handled) {
      confirmed++;
    } else {
      if (failed == unconfirmed.length) {
        unconfirmed = Arrays.copyOf(unconfirmed, 2 * failed);
      }
      unconfirmed[failed++] = number;
    }
    if (parameters.sprint) {
      ends[number] = System.nanoTime();
    }
    settle(before);
  }

  /** How many confirmations the sender has handled, those of failures included. */
  public int confirmations() {
    return confirmed + failed;
  }

  private void settle(int number) {
    if (number == last) {
      end = System.nanoTime();
    } else if (!parameters.sprint) {
      return;
    }
    settled = number + 1;
    LockSupport.unpark(waiting);
  }

  private boolean timed(int number) {
    return parameters.clock && number % every == 0;
  }

  private static long plusCrc(long sum, CRC32 crc, String text) {
    crc.reset();
    crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
    return (sum + crc.getValue()) % CRC_MODULUS;
  }

  private void writeLatencies(int index) throws IOException {
    if (parameters.latencies == null) {
      return;
    }
    for (int i = 0; i < starts.length; i++) {
      parameters.latencies.row(index, (long) i * every, ends[i] - starts[i]);
    }
    parameters.latencies.flush();
  }

  private Report report() {
    Report report = new Report().put("received", received).put("characters", characters);
    if (acks) {
      int[] numbers = Arrays.copyOf(unconfirmed, failed);
      Arrays.sort(numbers);
      report.put("confirmed", confirmed).put("unconfirmed", numbers);
    }
    if (parameters.witness) {
      report.put("crc_sent", crcSent).put("crc_received", crcReceived);
    }
    return report;
  }
}
