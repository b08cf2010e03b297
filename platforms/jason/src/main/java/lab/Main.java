package lab;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Harness;
import agon.harness.Input;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs the workloads as multi-agent systems, one a process. */
public final class Main {
  // Jason counts in doubles, but numbers its agents with Java's int.
  private static final int MANY = Integer.MAX_VALUE;
  private static final int[][] NO_INPUT = {};

  private Main() {}

  public static void main(String[] args) {
    Thread.setDefaultUncaughtExceptionHandler(new Failures());
    Harness.main(
        args,
        Map.of(
            "token-ring", Main::tokenRing,
            "chameneos", Main::chameneos,
            "fibonacci", Main::fibonacci));
  }

  private static MultiAgentSystem tokenRing(Arguments arguments) throws Exception {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    numbers.put("workers", arguments.integer("workers", 1, MANY));
    numbers.put("tokens", arguments.integer("tokens", 1, MANY));
    numbers.put("passes", arguments.integer("passes", 0, MANY));
    return start("token-ring", arguments, numbers, NO_INPUT);
  }

  private static MultiAgentSystem chameneos(Arguments arguments) throws Exception {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    numbers.put("creatures", arguments.integer("creatures", 2, MANY));
    numbers.put("meetings", arguments.integer("meetings", 0, MANY));
    return start("chameneos", arguments, numbers, NO_INPUT);
  }

  private static MultiAgentSystem fibonacci(Arguments arguments) throws Exception {
    int clients = arguments.integer("clients", 1, MANY);
    Map<String, Integer> numbers = new LinkedHashMap<>();
    numbers.put("clients", clients);
    numbers.put("requests", arguments.integer("requests", 1, MANY));
    // The command line must bear it; the input, not this, says what is asked.
    arguments.integer("max_n", 0, MANY);
    return start("fibonacci", arguments, numbers, Input.read(arguments.path("input"), clients));
  }

  private static MultiAgentSystem start(
      String workload, Arguments arguments, Map<String, Integer> numbers, int[][] input)
      throws Exception {
    if (arguments.iterations() != 1) {
      throw new BadArgumentException(
          "iterations=" + arguments.iterations() + ": Jason runs one system a process, give 1");
    }
    String infrastructure =
        switch (arguments.variant("pool", "thread")) {
          case "pool" -> "Local(pool," + arguments.threads() + ")";
          default -> "Local(threaded)";
        };
    Run.begin(new Run(numbers, arguments.witness(), input, arguments.samples()));
    return new MultiAgentSystem(Project.load(workload, infrastructure, numbers));
  }
}
