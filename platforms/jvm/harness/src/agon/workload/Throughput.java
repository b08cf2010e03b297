package agon.workload;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Input;
import agon.harness.Samples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The throughput's parameters and its strings, which are made before any clock starts and may be
 * sent again in each iteration.
 */
public final class Throughput implements AutoCloseable {
  /** Digits of a message's number, with which it begins. */
  public static final int DIGITS = 10;

  static final int MOST_CHARACTERS = 256 << 20;
  private static final int FIRST_PRINTABLE = 32;
  private static final int PRINTABLE = 127 - FIRST_PRINTABLE;

  /** What lies between the two ends. */
  public enum Transport {
    INPROC,
    IPC,
    TCP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  final int size;
  final boolean sprint;
  final boolean clock;
  final boolean witness;
  final int[] faults;
  final String[] strings;
  final Samples latencies;

  private final boolean msgPack;
  private final boolean acks;
  private final Transport transport;

  private Throughput(Arguments arguments, Transport... offered) throws IOException {
    size = arguments.integer("size", DIGITS, MOST_CHARACTERS);
    int messages = arguments.integer("messages", 1, MOST_CHARACTERS / DIGITS);
    if ((long) size * messages > MOST_CHARACTERS) {
      throw new BadArgumentException(
          "size=" + size + " messages=" + messages + ": at most 256 MiB in all");
    }
    msgPack = choice(arguments, "serializer", "native", "msgpack").equals("msgpack");
    acks = arguments.onOff("acks");
    String[] names = Stream.of(offered).map(Transport::toString).toArray(String[]::new);
    transport = Transport.valueOf(choice(arguments, "transport", names).toUpperCase(Locale.ROOT));
    sprint = choice(arguments, "protocol", "sprint", "stream").equals("sprint");
    clock = arguments.onOff("clock");
    if (sprint && !clock) {
      throw new BadArgumentException("clock=off: protocol=sprint wants clock=on");
    }
    witness = arguments.witness();
    faults = faults(arguments, messages, acks);
    strings = strings(arguments.seed(), messages, size);
    latencies =
        clock ? new Samples(arguments.samples(), "latency.csv", "iteration,message,ns") : null;
  }

  /** Takes the arguments, of whose transports the platform has those {@code offered}. */
  public static Throughput of(Arguments arguments, Transport... offered) throws IOException {
    return new Throughput(arguments, offered);
  }

  public int size() {
    return size;
  }

  public int messages() {
    return strings.length;
  }

  /** Is each string to travel as one of MsgPack's, and not as the platform usually sends one? */
  public boolean msgPack() {
    return msgPack;
  }

  /** Does the receiver confirm what it has handled? */
  public boolean acks() {
    return acks;
  }

  public Transport transport() {
    return transport;
  }

  @Override
  public void close() throws IOException {
    if (latencies != null) {
      latencies.close();
    }
  }

  private static String choice(Arguments arguments, String key, String... choices) {
    String value = arguments.text(key);
    if (!Stream.of(choices).toList().contains(value)) {
      throw new BadArgumentException(
          key + "=" + value + ": give one of " + String.join(", ", choices));
    }
    return value;
  }

  private static int[] faults(Arguments arguments, int messages, boolean acks) {
    int count = arguments.integer("faults", 0, messages);
    if (count > 0 && !acks) {
      throw new BadArgumentException("faults=" + count + ": wants acks=on");
    }
    Path input = arguments.path("input");
    int[] faults = Input.read(input, 1)[0];
    if (faults.length != count) {
      throw new BadArgumentException(
          "input=" + input + ": give " + count + " numbers, not " + faults.length);
    }
    int least = 0;
    for (int fault : faults) {
      if (fault < least || fault >= messages) {
        throw new BadArgumentException(
            "input=" + input + ": give numbers of messages, ascending, not " + fault);
      }
      least = fault + 1;
    }
    return faults;
  }

  static String[] strings(long seed, int messages, int size) {
    SplittableRandom random = new SplittableRandom(seed);
    String[] strings = new String[messages];
    byte[] text = new byte[size];
    for (int number = 0; number < messages; number++) {
      fill(random, text);
      int rest = number;
      for (int i = DIGITS - 1; i >= 0; i--) {
        text[i] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      strings[number] = new String(text, StandardCharsets.ISO_8859_1);
    }
    return strings;
  }

  /** Characters, each from 16 random bits: four a draw. */
  private static void fill(SplittableRandom random, byte[] text) {
    for (int i = DIGITS; i < text.length; ) {
      long bits = random.nextLong();
      int end = Math.min(i + 4, text.length);
      for (; i < end; i++) {
        text[i] = (byte) (FIRST_PRINTABLE + ((bits & 0xffff) * PRINTABLE >>> 16));
        bits >>>= 16;
      }
    }
  }
}
