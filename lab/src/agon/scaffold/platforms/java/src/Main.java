import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Speaks the lab's protocol (docs/protocol.md): arguments, iterations, JSON lines. */
final class Main {
  private static final List<String> KEYS =
      List.of(
          "threads",
          "iterations",
          "seed",
          "variant",
          "samples",
          "witness",
          "workers",
          "tokens",
          "passes");

  private final TokenRing program;
  private int index;

  private Main(TokenRing program) {
    this.program = program;
  }

  public static void main(String[] words) throws IOException, InterruptedException {
    try {
      if (words.length == 0 || !words[0].equals("token-ring")) {
        throw new BadArgumentException("give a workload first: token-ring");
      }
      Map<String, String> arguments = argumentsOf(words);
      int iterations = number(arguments, "iterations", 0);
      TokenRing program =
          new TokenRing(
              number(arguments, "workers", 1),
              number(arguments, "tokens", 1),
              number(arguments, "passes", 1),
              arguments.get("witness").equals("on"));
      System.out.println("{\"event\":\"ready\"}");
      new Main(program).repeat(iterations);
    } catch (BadArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  /** The {@code key=value} arguments: each key known, none missing. */
  private static Map<String, String> argumentsOf(String[] words) throws BadArgumentException {
    Map<String, String> arguments = new HashMap<>();
    for (String word : List.of(words).subList(1, words.length)) {
      String[] parts = word.split("=", 2);
      if (parts.length < 2 || !KEYS.contains(parts[0])) {
        throw new BadArgumentException(
            "'" + word + "' is no argument: give KEY=VALUE with " + String.join(", ", KEYS));
      }
      arguments.put(parts[0], parts[1]);
    }
    for (String key : KEYS) {
      if (!arguments.containsKey(key)) {
        throw new BadArgumentException("'" + key + "=' is missing");
      }
    }
    return arguments;
  }

  private static int number(Map<String, String> arguments, String key, int least)
      throws BadArgumentException {
    String text = arguments.get(key);
    try {
      int value = Integer.parseInt(text);
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new BadArgumentException(key + "=" + text + ": not an integer of at least " + least);
  }

  /** With iterations=0 the lab writes on standard input how many iterations are next. */
  private void repeat(int iterations) throws IOException, InterruptedException {
    if (iterations > 0) {
      run(iterations);
      return;
    }
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      if (!line.strip().matches("[0-9]{1,9}")) {
        System.err.println("standard input: '" + line + "' is not a number of iterations");
        System.exit(1);
      }
      int count = Integer.parseInt(line.strip());
      if (count == 0) {
        return;
      }
      run(count);
    }
  }

  private void run(int count) throws InterruptedException {
    for (int end = index + count; index < end; index++) {
      TokenRing.Outcome outcome = program.iteration();
      // println flushes: each line is written at once.
      System.out.println(
          "{\"event\":\"iteration\",\"index\":%d,\"elapsed_ns\":%d,\"report\":%s}"
              .formatted(index, outcome.elapsedNs(), outcome.report()));
    }
  }

  private static final class BadArgumentException extends Exception {
    private static final long serialVersionUID = 1;

    BadArgumentException(String message) {
      super(message);
    }
  }
}
