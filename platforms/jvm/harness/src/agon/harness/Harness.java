package agon.harness;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;

/**
 * The main program of a platform on the JVM: speaks the lab's protocol, and leaves the work to the
 * platform's workloads.
 */
public final class Harness {
  private static final int FAILED = 1;
  private static final int BAD_ARGUMENT = 2;

  private static PrintStream lab;

  private Harness() {}

  /** Runs the workload that {@code args} names, and ends the JVM. */
  public static void main(String[] args, Map<String, Workload.Factory> workloads) {
    // Standard output is the lab's; whatever a library prints belongs with the free text.
    lab = System.out;
    System.setOut(System.err);
    putTemporaryFiles(System.getenv("TMPDIR"));
    System.exit(status(args, workloads));
  }

  /** Where the lab wants them; Java would not look there by itself. */
  private static void putTemporaryFiles(String directory) {
    if (directory != null) {
      System.setProperty("java.io.tmpdir", directory);
    }
  }

  /** What node 1 reports of an iteration. */
  public static void report(int index, Report report) {
    print("{\"event\":\"iteration\",\"index\":%d,\"report\":%s}".formatted(index, report));
  }

  private static int status(String[] args, Map<String, Workload.Factory> workloads) {
    try {
      run(args, workloads);
      return 0;
    } catch (BadArgumentException e) {
      System.err.println(e.getMessage());
      return BAD_ARGUMENT;
    } catch (BadOrderException e) {
      System.err.println(e.getMessage());
      return FAILED;
    } catch (Exception e) {
      e.printStackTrace();
      return FAILED;
    }
  }

  private static void run(String[] args, Map<String, Workload.Factory> workloads) throws Exception {
    Workload.Factory factory = args.length == 0 ? null : workloads.get(args[0]);
    if (factory == null) {
      throw new BadArgumentException(
          "give a workload first: " + String.join(", ", new TreeSet<>(workloads.keySet())));
    }
    Arguments arguments = new Arguments(Arrays.asList(args).subList(1, args.length));
    try (Workload workload = factory.create(arguments)) {
      arguments.rejectUnused();
      if (workload.place() != null) {
        print("{\"event\":\"ready\",\"at\":\"%s\"}".formatted(workload.place()));
        System.in.readAllBytes();
        Failures.workIsDone();
        return;
      }
      Repetitions repetitions = new Repetitions(arguments.iterations(), System.in);
      print("{\"event\":\"ready\"}");
      for (int index = 0; repetitions.another(); index++) {
        Iteration iteration = workload.iterate(index);
        print(
            "{\"event\":\"iteration\",\"index\":%d,\"elapsed_ns\":%d,\"report\":%s}"
                .formatted(index, iteration.elapsedNanos(), iteration.report()));
      }
      Failures.workIsDone();
    }
  }

  private static void print(String line) {
    // Not println: its line separator is the operating system's.
    lab.print(line + "\n");
    lab.flush();
  }
}
