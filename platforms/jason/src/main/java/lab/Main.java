package lab;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Harness;
import agon.harness.Input;
import agon.harness.PrintFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs the workloads as multi-agent systems, one a process. */
public final class Main {
  // Jason counts in doubles, but numbers its agents with Java's int.
  private static final int MANY = Integer.MAX_VALUE;

  /** The last integer up to which doubles hold them all. */
  private static final long EXACT = 1L << 53;

  private static final int[][] NO_INPUT = {};

  /** The last whose square fits an int. */
  private static final int LARGEST_SIDE = 46340;

  private Main() {}

  public static void main(String[] args) {
    Thread.setDefaultUncaughtExceptionHandler(new Failures());
    Harness.main(
        args,
        Map.of(
            "token-ring", Main::tokenRing,
            "chameneos", Main::chameneos,
            "fibonacci", Main::fibonacci,
            "pipeline", Main::pipeline,
            "service-rounds", Main::serviceRounds,
            "grid-swap", Main::gridSwap,
            "compute", Main::compute,
            "echo-all", Main::echoAll,
            "mass-reception", Main::massReception));
  }

  private static MultiAgentSystem tokenRing(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("workers", arguments.number("workers", 1, MANY));
    numbers.put("tokens", arguments.number("tokens", 1, MANY));
    numbers.put("passes", arguments.number("passes", 0, MANY));
    return start("token-ring", arguments, numbers, NO_INPUT);
  }

  private static MultiAgentSystem chameneos(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("creatures", arguments.number("creatures", 2, MANY));
    numbers.put("meetings", arguments.number("meetings", 0, MANY));
    return start("chameneos", arguments, numbers, NO_INPUT);
  }

  private static MultiAgentSystem fibonacci(Arguments arguments) throws Exception {
    int clients = arguments.integer("clients", 1, MANY);
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("clients", (long) clients);
    numbers.put("requests", arguments.number("requests", 1, MANY));
    // The command line must bear it; the input, not this, says what is asked.
    arguments.integer("max_n", 0, MANY);
    return start("fibonacci", arguments, numbers, Input.read(arguments.path("input"), clients));
  }

  private static MultiAgentSystem pipeline(Arguments arguments) throws Exception {
    Map<String, Long> numbers = Map.of("tasks", arguments.number("tasks", 1, MANY));
    boolean log = arguments.onOff("log");
    Path print = arguments.path("print");
    return start(
        "pipeline",
        arguments,
        numbers,
        Map.of("log", word(log)),
        NO_INPUT,
        log ? new PrintFile(print) : null);
  }

  private static MultiAgentSystem serviceRounds(Arguments arguments) throws Exception {
    Map<String, Long> numbers = Map.of("rounds", arguments.number("rounds", 1, MANY));
    PrintFile file = new PrintFile(arguments.path("print"));
    return start("service-rounds", arguments, numbers, Map.of(), NO_INPUT, file);
  }

  private static MultiAgentSystem gridSwap(Arguments arguments) throws Exception {
    int side = arguments.integer("side", 2, LARGEST_SIDE);
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("cells", (long) side * side);
    numbers.put("rounds", arguments.number("rounds", 1, MANY));
    // As max_n above: the input says which are active.
    arguments.integer("active", 0, MANY);
    return start("grid-swap", arguments, numbers, Input.read(arguments.path("input"), 1));
  }

  private static MultiAgentSystem compute(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("agents", arguments.number("agents", 1, MANY));
    numbers.put("operations", arguments.number("operations", 0, EXACT));
    return start("compute", arguments, numbers, NO_INPUT);
  }

  private static MultiAgentSystem echoAll(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("agents", arguments.number("agents", 2, MANY));
    return roundTrips("echo-all", arguments, numbers);
  }

  private static MultiAgentSystem massReception(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    int senders = arguments.integer("senders", 1, MANY);
    numbers.put("senders", (long) senders);
    numbers.put("receivers", arguments.number("receivers", 1, senders));
    return roundTrips("mass-reception", arguments, numbers);
  }

  private static MultiAgentSystem roundTrips(
      String workload, Arguments arguments, Map<String, Long> numbers) throws Exception {
    numbers.put("messages", arguments.number("messages", 1, MANY));
    numbers.put("interval", arguments.number("interval", 0, MANY));
    boolean clock = arguments.onOff("clock");
    if (numbers.get("interval") > 0 && !clock) {
      throw new BadArgumentException(
          "interval=" + numbers.get("interval") + ": give clock=on with it");
    }
    return start(workload, arguments, numbers, Map.of("clock", word(clock)), NO_INPUT, null);
  }

  private static String word(boolean on) {
    return on ? "on" : "off";
  }

  private static MultiAgentSystem start(
      String workload, Arguments arguments, Map<String, Long> numbers, int[][] input)
      throws Exception {
    return start(workload, arguments, numbers, Map.of(), input, null);
  }

  private static MultiAgentSystem start(
      String workload,
      Arguments arguments,
      Map<String, Long> numbers,
      Map<String, String> others,
      int[][] input,
      PrintFile file)
      throws Exception {
    if (arguments.iterations() != 1) {
      throw new BadArgumentException(
          "iterations=" + arguments.iterations() + ": Jason runs one system a process, give 1");
    }
    Execution execution = Execution.of(workload, arguments);
    Map<String, String> words = new HashMap<>(others);
    words.put("witness", word(arguments.witness()));
    Run.begin(new Run(numbers, words, input, arguments.samples(), file));
    return new MultiAgentSystem(Project.load(workload, execution, numbers));
  }
}
