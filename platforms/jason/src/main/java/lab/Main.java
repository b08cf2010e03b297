package lab;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Harness;
import agon.harness.Input;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs the workloads as multi-agent systems, one an iteration. */
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
            "mass-reception", Main::massReception,
            "population", Main::population));
  }

  private static Repeated tokenRing(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("workers", arguments.number("workers", 1, MANY));
    numbers.put("tokens", arguments.number("tokens", 1, MANY));
    numbers.put("passes", arguments.number("passes", 0, MANY));
    return start("token-ring", arguments, numbers, NO_INPUT);
  }

  private static Repeated chameneos(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("creatures", arguments.number("creatures", 2, MANY));
    numbers.put("meetings", arguments.number("meetings", 0, MANY));
    return start("chameneos", arguments, numbers, NO_INPUT);
  }

  private static Repeated fibonacci(Arguments arguments) throws Exception {
    int clients = arguments.integer("clients", 1, MANY);
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("clients", (long) clients);
    numbers.put("requests", arguments.number("requests", 1, MANY));
    // The command line must contain it; the input, not this, names what is asked.
    arguments.integer("max_n", 0, MANY);
    return start("fibonacci", arguments, numbers, Input.read(arguments.path("input"), clients));
  }

  private static Repeated pipeline(Arguments arguments) throws Exception {
    Map<String, Long> numbers = Map.of("tasks", arguments.number("tasks", 1, MANY));
    Map<String, String> words = new HashMap<>();
    words.put("log", arguments.choice("log", "off", "on", "console"));
    words.put("work", arguments.choice("work", "cut", "regex"));
    words.put("make", arguments.choice("make", "before", "inside"));
    Path print = arguments.path("print");
    boolean log = !words.get("log").equals("off");
    return start("pipeline", arguments, numbers, words, NO_INPUT, log ? print : null);
  }

  private static Repeated serviceRounds(Arguments arguments) throws Exception {
    Map<String, Long> numbers = Map.of("rounds", arguments.number("rounds", 1, MANY));
    Path print = arguments.path("print");
    return start("service-rounds", arguments, numbers, Map.of(), NO_INPUT, print);
  }

  private static Repeated gridSwap(Arguments arguments) throws Exception {
    int side = arguments.integer("side", 2, LARGEST_SIDE);
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("cells", (long) side * side);
    numbers.put("rounds", arguments.number("rounds", 1, MANY));
    // As max_n above: the input names the active cells.
    arguments.integer("active", 0, MANY);
    return start("grid-swap", arguments, numbers, Input.read(arguments.path("input"), 1));
  }

  private static Repeated compute(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("agents", arguments.number("agents", 1, MANY));
    numbers.put("operations", arguments.number("operations", 0, EXACT));
    return start("compute", arguments, numbers, NO_INPUT);
  }

  private static Repeated population(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("agents", arguments.number("agents", 1, 100_000_000));
    return start("population", arguments, numbers, NO_INPUT);
  }

  private static Repeated echoAll(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    int agents = arguments.integer("agents", 2, MANY);
    numbers.put("agents", (long) agents);
    return roundTrips("echo-all", arguments, numbers, agents);
  }

  private static Repeated massReception(Arguments arguments) throws Exception {
    Map<String, Long> numbers = new LinkedHashMap<>();
    int senders = arguments.integer("senders", 1, MANY);
    numbers.put("senders", (long) senders);
    numbers.put("receivers", arguments.number("receivers", 1, senders));
    return roundTrips("mass-reception", arguments, numbers, senders);
  }

  private static Repeated roundTrips(
      String workload, Arguments arguments, Map<String, Long> numbers, int requesters)
      throws Exception {
    numbers.put("messages", arguments.number("messages", 1, MANY));
    numbers.put("rate", arguments.number("rate", 0, MANY));
    boolean clock = arguments.onOff("clock");
    if (numbers.get("rate") > 0 && !clock) {
      throw new BadArgumentException("rate=" + numbers.get("rate") + ": give clock=on with it");
    }
    arguments.choice("arrivals", "constant", "poisson");
    Path input = arguments.path("input");
    return start(
        workload,
        arguments,
        numbers,
        Map.of("clock", word(clock)),
        numbers.get("rate") > 0 ? Input.read(input, requesters) : NO_INPUT,
        null);
  }

  private static String word(boolean on) {
    return on ? "on" : "off";
  }

  private static Repeated start(
      String workload, Arguments arguments, Map<String, Long> numbers, int[][] input)
      throws Exception {
    return start(workload, arguments, numbers, Map.of(), input, null);
  }

  private static Repeated start(
      String workload,
      Arguments arguments,
      Map<String, Long> numbers,
      Map<String, String> others,
      int[][] input,
      Path print)
      throws Exception {
    Execution execution = Execution.of(workload, arguments);
    Map<String, String> words = new HashMap<>(others);
    words.put("witness", word(arguments.witness()));
    Project project = Project.load(workload, execution, numbers);
    return new Repeated(project, new Task(numbers, words, input, arguments.samples(), print));
  }
}
