package lab;

import agon.harness.Iteration;
import agon.harness.PrintFile;
import agon.harness.Report;
import agon.harness.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The one run of this process, as the internal actions see it: Jason creates them itself, a set for
 * each agent, so that nothing can be handed to them.
 */
final class Run {
  private static volatile Run current;

  private final Map<String, Long> numbers;
  private final Map<String, String> words;
  private final int[][] input;
  private final Path directory;
  private final PrintFile file;
  private final PrintFile.Writer printer;
  private final Map<String, Samples> samples = new HashMap<>();
  private final Report report = new Report();
  private final long epoch = System.nanoTime();
  private Iteration iteration;

  /** {@code file} is null if the run prints nothing. */
  Run(
      Map<String, Long> numbers,
      Map<String, String> words,
      int[][] input,
      Path directory,
      PrintFile file) {
    this.numbers = numbers;
    this.words = words;
    this.input = input;
    this.directory = directory;
    this.file = file;
    printer = file == null ? null : file.writer();
  }

  static void begin(Run run) {
    current = run;
  }

  static Run current() {
    return current;
  }

  Map<String, Long> numbers() {
    return numbers;
  }

  Map<String, String> words() {
    return words;
  }

  /** Monotonic; from the start of the run, so that every reading is exact in a double. */
  long nanos() {
    return System.nanoTime() - epoch;
  }

  /** A line of the input, the first one being 1. */
  int[] input(int line) {
    if (line < 1 || line > input.length) {
      throw new IllegalArgumentException("the input has lines 1 to " + input.length);
    }
    return input[line - 1];
  }

  synchronized Report report() {
    return report;
  }

  /** The first row names the columns. */
  synchronized void header(String file, String row) throws IOException {
    samples.put(file, new Samples(directory, file, row));
  }

  synchronized void sample(String file, long... row) throws IOException {
    Samples open = samples.get(file);
    if (open == null) {
      throw new IllegalStateException(file + " has no header yet: its first row names the columns");
    }
    open.row(row);
  }

  void print(String line) {
    if (printer != null) {
      synchronized (printer) {
        printer.line(line);
      }
    }
  }

  /** Makes the printed lines safe. */
  void flush() {
    if (printer != null) {
      synchronized (printer) {
        printer.flush();
      }
    }
  }

  synchronized void finish(long elapsedNanos) throws IOException {
    for (Samples open : samples.values()) {
      open.close();
    }
    if (file != null) {
      file.close();
    }
    iteration = new Iteration(elapsedNanos, report);
  }

  /** What the agents have measured and reported; null until they have done their work. */
  synchronized Iteration iteration() {
    return iteration;
  }
}
