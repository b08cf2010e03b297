package agon.workload;

import agon.harness.Arguments;
import agon.harness.PrintFile;
import agon.harness.Report;
import java.io.IOException;
import java.nio.file.Path;

/** The service rounds' parameters, and what does not depend on the platform. */
public record ServiceRounds(int rounds, Path print, boolean witness) {
  /** The agents' numbers, for their {@link #witness(int, int)}. */
  public static final int CLIENT = 1;

  public static final int COORDINATOR = 2;
  public static final int RETRIEVER = 3;
  public static final int PRINTER = 4;

  public static ServiceRounds of(Arguments arguments) {
    return new ServiceRounds(
        arguments.integer("rounds", 1, Integer.MAX_VALUE),
        arguments.path("print"),
        arguments.witness());
  }

  /** The retriever's datum of a round, counted from 1. */
  public static int datum(int round) {
    return (int) (round * 7919L % 1000003);
  }

  /** A message's witness once the agent with this number has handled it; 0 without witnesses. */
  public int witness(int acc, int agent) {
    return witness ? Witness.next(acc, agent) : 0;
  }

  /** The answers that the client has handled. */
  public static final class Answers {
    private final ServiceRounds parameters;
    private int answers;
    private long sum;
    private int acc;

    public Answers(ServiceRounds parameters) {
      this.parameters = parameters;
    }

    /** Handles an answer and its witness; true when it was the last. */
    public boolean add(int datum, int acc) {
      sum += datum;
      this.acc = parameters.witness(acc, CLIENT);
      return ++answers == parameters.rounds;
    }

    /** The round that the client asks for next, counted from 1. */
    public int nextRound() {
      return answers + 1;
    }

    /** The witness of the next request. */
    public int acc() {
      return acc;
    }

    public Report report() {
      Report report = new Report().put("answers", answers).put("sum", sum);
      return parameters.witness ? report.put("witness", acc) : report;
    }
  }

  /** The printer's file of one iteration. */
  public static final class Lines implements AutoCloseable {
    private final int rounds;
    private final PrintFile file;
    private final PrintFile.Writer writer;

    public Lines(ServiceRounds parameters) throws IOException {
      rounds = parameters.rounds;
      file = new PrintFile(parameters.print);
      writer = file.writer();
    }

    /** Prints a round's datum; the last one makes all of them safe. */
    public void print(int round, int datum) {
      writer.line(round + " " + datum);
      if (round == rounds) {
        writer.flush();
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
