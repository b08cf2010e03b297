package lab;

import agon.harness.Iteration;
import agon.harness.PrintFile;
import agon.harness.Report;
import java.io.IOException;
import java.util.Map;

/**
 * One iteration, as the internal actions see it: Jason creates them itself, a set for each agent,
 * so that nothing can be handed to them.
 */
final class Run {
  private static volatile Run current;

  private final Task task;
  private final int index;
  private final SampleFiles samples;
  private final PrintFile file;
  private final PrintFile.Writer printer;

  /** Whether each line is flushed. */
  private final boolean console;

  private final Report report = new Report();
  private final long epoch = System.nanoTime();
  private Iteration iteration;

  private Run(Task task, int index, SampleFiles samples) throws IOException {
    this.task = task;
    this.index = index;
    this.samples = samples;
    file = task.print() == null ? null : new PrintFile(task.print());
    printer = file == null ? null : file.writer();
    console = "console".equals(task.words().get("log"));
  }

  /** No agent of the run before may still be there: its actions would act on this one. */
  static Run begin(Task task, int index, SampleFiles samples) throws IOException {
    current = new Run(task, index, samples);
    return current;
  }

  static Run current() {
    return current;
  }

  Map<String, Long> numbers() {
    return task.numbers();
  }

  Map<String, String> words() {
    return task.words();
  }

  /** The iterations before this one. */
  int index() {
    return index;
  }

  /** Monotonic; from the start of the run, so that every reading is exact in a double. */
  long nanos() {
    return System.nanoTime() - epoch;
  }

  /** A line of the input, the first one being 1. */
  int[] input(int line) {
    int[][] input = task.input();
    if (line < 1 || line > input.length) {
      throw new IllegalArgumentException("the input has lines 1 to " + input.length);
    }
    return input[line - 1];
  }

  synchronized Report report() {
    return report;
  }

  SampleFiles samples() {
    return samples;
  }

  void print(String line) {
    if (printer != null) {
      synchronized (printer) {
        printer.line(line);
        if (console) {
          printer.flush();
        }
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
    samples.flush();
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
