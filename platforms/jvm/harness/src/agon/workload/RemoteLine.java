package agon.workload;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Report;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** What goes from node 0 to node 1 in an iteration, and what each node counts of it. */
public final class RemoteLine {
  private static final long MODULUS = 2147483647;
  private static final long MULTIPLIER = 48271;
  private static final int BYTES_UNDER_WAY = 1 << 20;
  private static final int LEAST_UNDER_WAY = 32;
  private static final int MOST_UNDER_WAY = 16384;
  private static final long CRC_BITS = 0xffffffffL;

  public final int size;
  public final int count;

  /** Where node 1 listens; null at node 1. */
  public final String peer;

  private final boolean witness;
  private final long seed;

  /** {@code key} is the argument that gives the number of strings. */
  public RemoteLine(Arguments arguments, String key) {
    size = arguments.integer("size", Throughput.DIGITS, Throughput.MOST_CHARACTERS);
    count = arguments.integer(key, 1, Throughput.MOST_CHARACTERS / Throughput.DIGITS);
    if ((long) size * count > Throughput.MOST_CHARACTERS) {
      throw new BadArgumentException(key + "=" + count + ": at most 256 MiB in all");
    }
    peer = peer(arguments);
    witness = arguments.witness();
    seed = arguments.seed();
  }

  /** Where node 1 listens; null at node 1. */
  public static String peer(Arguments arguments) {
    return arguments.integer("node", 0, 1) == 0 ? arguments.text("peer") : null;
  }

  /** So many strings are under way at most, where the platform has no bound of its own. */
  public int underWay() {
    return Math.max(LEAST_UNDER_WAY, Math.min(BYTES_UNDER_WAY / size, MOST_UNDER_WAY));
  }

  public String[] strings() {
    return Throughput.strings(seed, count, size);
  }

  /** The answer to the question of a number. */
  public static long answer(int number) {
    return MULTIPLIER * (number + 1) % MODULUS;
  }

  /** A sum of answers with one more, by the number of the question. */
  public static long add(long sum, int number, long answer) {
    return (sum + (number + 1) * answer) % MODULUS;
  }

  /** The sums of several askers in one. */
  public static long join(long sum, long other) {
    return (sum + other) % MODULUS;
  }

  /** What node 0 reports besides, of the strings that it has sent. */
  public Report withCrc(Report report, String[] strings) {
    if (!witness) {
      return report;
    }
    long sum = 0;
    for (String text : strings) {
      sum += crc(text);
    }
    return report.put("crc", sum & CRC_BITS);
  }

  private static long crc(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
    return crc.getValue();
  }

  /** What node 1 counts, one iteration after the other. */
  public final class Tally {
    private int handled;
    private long sum;
    private long crc;

    /** Handles a string; its number. */
    public int handle(String text) {
      if (text.length() != size) {
        throw new IllegalStateException("a string of " + text.length() + " characters");
      }
      int number = Integer.parseInt(text, 0, Throughput.DIGITS, 10);
      handled++;
      sum += number + 1;
      if (witness) {
        crc += RemoteLine.crc(text);
      }
      return number;
    }

    public int handled() {
      return handled;
    }

    public boolean isComplete() {
      return handled == count;
    }

    /** The report of remote-throughput; the next iteration begins. */
    public Report received() {
      return end(new Report().put("received", handled).put("characters", (long) handled * size));
    }

    /** The report of remote-ask; the next iteration begins. */
    public Report answered() {
      return end(new Report().put("handled", handled));
    }

    private Report end(Report report) {
      report.put("sum", sum % MODULUS);
      if (witness) {
        report.put("crc", crc & CRC_BITS);
      }
      handled = 0;
      sum = 0;
      crc = 0;
      return report;
    }
  }
}
