package agon.workload;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Input;
import agon.harness.Report;
import agon.harness.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What echo-all and mass-reception share on any platform: requesters, each with one request at a
 * time, and repliers. In echo-all each agent is both, under the same number.
 */
public final class RoundTrips implements AutoCloseable {
  private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final int requesters;
  private final int repliers;
  private final int messages;
  private final boolean echoAll;
  private final boolean witness;

  /** When each request of each requester is due, in microseconds; null in a closed loop. */
  private final int[][] due;

  private final Samples samples;

  /** Each agent asks all others in turn. */
  public static RoundTrips echoAll(Arguments arguments) throws IOException {
    int agents = arguments.integer("agents", 2, Integer.MAX_VALUE);
    return new RoundTrips(arguments, agents, agents, true);
  }

  /** Each sender asks one receiver, always the same. */
  public static RoundTrips massReception(Arguments arguments) throws IOException {
    int senders = arguments.integer("senders", 1, Integer.MAX_VALUE);
    return new RoundTrips(arguments, senders, arguments.integer("receivers", 1, senders), false);
  }

  private RoundTrips(Arguments arguments, int requesters, int repliers, boolean echoAll)
      throws IOException {
    this.requesters = requesters;
    this.repliers = repliers;
    this.echoAll = echoAll;
    messages = arguments.integer("messages", 1, Integer.MAX_VALUE);
    witness = arguments.witness();
    boolean clock = arguments.onOff("clock");
    due = schedule(arguments, clock);
    samples = clock ? new Samples(arguments.samples(), "rtt.csv", "iteration,agent,ns") : null;
  }

  /** The lab's schedule: a line a requester, a number a request. */
  private int[][] schedule(Arguments arguments, boolean clock) {
    int rate = arguments.integer("rate", 0, Integer.MAX_VALUE);
    arguments.choice("arrivals", "constant", "poisson");
    Path file = arguments.path("input");
    if (rate == 0) {
      return null;
    }
    if (!clock) {
      throw new BadArgumentException("rate=" + rate + ": give clock=on with it");
    }
    int[][] schedule = Input.read(file, requesters);
    for (int[] line : schedule) {
      if (line.length != messages) {
        throw new BadArgumentException(
            "input=" + file + ": give " + messages + " times a line, not " + line.length);
      }
    }
    return schedule;
  }

  /** How many there are; they are numbered from 0. */
  public int requesters() {
    return requesters;
  }

  /** How many there are; they are numbered from 0. */
  public int repliers() {
    return repliers;
  }

  /** Whether each agent is a requester and a replier. */
  public boolean echoAll() {
    return echoAll;
  }

  /** Whether requests are sent when they are due, and not at once. */
  public boolean openLoop() {
    return due != null;
  }

  @Override
  public void close() throws IOException {
    if (samples != null) {
      samples.close();
    }
  }

  /** What one requester knows; the messages are the platform's. */
  public final class Requester {
    private final int number;
    private final long[] nanos;
    private int replier;
    private int replies;
    private int acc;

    /** When the time of the next round trip begins. */
    private long began;

    /** When the iteration's clock began. */
    private long start;

    private Requester(int number) {
      this.number = number;
      nanos = samples == null ? null : new long[messages];
      replier = echoAll ? successor(number) : number % repliers;
    }

    /** The requester's number, counted from 0. */
    public int number() {
      return number;
    }

    /** The iteration's clock began at that {@code System.nanoTime}. */
    public void begin(long start) {
      this.start = start;
      began = openLoop() ? nanosDue() : start;
    }

    /** When the next request is due, of those that there are. */
    private long nanosDue() {
      return start + TimeUnit.MICROSECONDS.toNanos(due[number][Math.min(replies, messages - 1)]);
    }

    /** How long the next request has to wait until it may be sent: not at all if not above 0. */
    public long nanosUntilDue() {
      return openLoop() ? began - System.nanoTime() : 0;
    }

    /** The same, rounded up to milliseconds. */
    public long millisUntilDue() {
      return openLoop() ? -Math.floorDiv(-nanosUntilDue(), NANOS_PER_MILLI) : 0;
    }

    /** The number of the next request, counted from 0. */
    public int request() {
      return replies;
    }

    /** Whom to send the next request. */
    public int replier() {
      return replier;
    }

    /** Handles a reply; true when it was the last. */
    public boolean add(int replier) {
      acc = Witness.next(acc, replier);
      if (nanos != null) {
        long now = System.nanoTime();
        nanos[replies++] = now - began;
        began = openLoop() ? nanosDue() : now;
      } else {
        replies++;
      }
      if (echoAll) {
        moveOn();
      }
      return replies == messages;
    }

    private void moveOn() {
      replier = successor(replier);
      if (replier == number) {
        replier = successor(number);
      }
    }

    private int successor(int agent) {
      return agent + 1 == repliers ? 0 : agent + 1;
    }
  }

  /** What one replier knows. */
  public final class Replier {
    private final int number;
    private long handled;
    private int sum;

    private Replier(int number) {
      this.number = number;
    }

    /** The replier's number, counted from 0. */
    public int number() {
      return number;
    }

    /** Handles a request, before the reply is sent. */
    public void handle(int requester, int request) {
      handled++;
      if (witness) {
        sum = Witness.sum(sum, (long) requester * messages + request);
      }
    }
  }

  /** The agents of one iteration, and how many requesters still wait for replies. */
  public final class Exchange {
    private final List<Requester> requesting =
        IntStream.range(0, requesters).mapToObj(Requester::new).toList();
    private final List<Replier> replying =
        IntStream.range(0, repliers).mapToObj(Replier::new).toList();
    private int awaited = requesters;

    public Requester requester(int number) {
      return requesting.get(number);
    }

    public Replier replier(int number) {
      return replying.get(number);
    }

    /** A requester has reported that it has all its replies; true when it was the last. */
    public boolean end() {
      return --awaited == 0;
    }

    /** What the agents have done, once all requesters have ended. */
    public Report report() {
      Report report =
          new Report()
              .put("replies", requesting.stream().mapToLong(agent -> agent.replies).sum())
              .put("acc", requesting.stream().mapToInt(agent -> agent.acc).toArray())
              .put("handled", replying.stream().mapToLong(agent -> agent.handled).toArray());
      return witness
          ? report.put("witness", replying.stream().mapToInt(agent -> agent.sum).toArray())
          : report;
    }

    /** Writes the times of the round trips, if they were taken. */
    public void write(int iteration) throws IOException {
      if (samples == null) {
        return;
      }
      for (Requester requester : requesting) {
        for (long nanos : requester.nanos) {
          samples.row(iteration, requester.number, nanos);
        }
      }
      samples.flush();
    }
  }
}
