package lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The command line: a workload and its {@code key=value} arguments. */
record Arguments(String workload, Map<String, String> values) {

  /** A command line that cannot be obeyed; the message says what to do. */
  static final class Invalid extends Exception {
    private static final long serialVersionUID = 1L;

    Invalid(String message) {
      super(message);
    }
  }

  private static final Set<String> COMMON =
      Set.of("threads", "iterations", "seed", "variant", "samples", "witness");

  private static final Map<String, Set<String>> OWN =
      Map.of(
          "token-ring", Set.of("workers", "tokens", "passes"),
          "chameneos", Set.of("creatures", "meetings"),
          "fibonacci", Set.of("clients", "requests", "max_n", "input"));

  private static final Set<String> TEXT = Set.of("variant", "samples", "witness", "input");

  /** Keys whose value may be 0. */
  private static final Set<String> FROM_ZERO = Set.of("seed", "max_n", "passes");

  static Arguments parse(String[] line) throws Invalid {
    if (line.length == 0) {
      throw new Invalid("no workload given; the first argument is one of " + names(OWN.keySet()));
    }
    Set<String> own = OWN.get(line[0]);
    if (own == null) {
      throw new Invalid(
          "unknown workload '" + line[0] + "'; the first argument is one of " + names(OWN.keySet()));
    }
    Set<String> known = new TreeSet<>(COMMON);
    known.addAll(own);
    Map<String, String> values = new LinkedHashMap<>();
    for (String argument : List.of(line).subList(1, line.length)) {
      int equals = argument.indexOf('=');
      if (equals < 1) {
        throw new Invalid("'" + argument + "' is not key=value");
      }
      String key = argument.substring(0, equals);
      if (!known.contains(key)) {
        throw new Invalid(
            "unknown key '" + key + "'; " + line[0] + " knows " + String.join(", ", known));
      }
      if (values.put(key, argument.substring(equals + 1)) != null) {
        throw new Invalid("'" + key + "' is given twice; give it once");
      }
    }
    for (String key : known) {
      check(key, values.get(key));
    }
    return new Arguments(line[0], values);
  }

  private static void check(String key, String value) throws Invalid {
    if (value == null) {
      throw new Invalid("'" + key + "' is missing; add " + key + "=VALUE");
    }
    if (!TEXT.contains(key)) {
      long least = FROM_ZERO.contains(key) ? 0 : 1;
      try {
        // The seed goes up to 2^63 - 1; everything else is counted by agents, in doubles.
        long most = key.equals("seed") ? Long.MAX_VALUE : Integer.MAX_VALUE;
        long number = Long.parseLong(value);
        if (number < least || number > most) {
          throw new Invalid(key + "=" + value + " is not between " + least + " and " + most);
        }
      } catch (NumberFormatException e) {
        throw new Invalid(key + "=" + value + " is not an integer of at least " + least);
      }
    }
    if (key.equals("witness") && !value.equals("on") && !value.equals("off")) {
      throw new Invalid("witness=" + value + " is neither on nor off");
    }
    if (key.equals("variant") && Variant.of(value) == null) {
      throw new Invalid("unknown variant '" + value + "'; it is pool or thread");
    }
    if (key.equals("iterations") && !value.equals("1")) {
      throw new Invalid("Jason runs one multi-agent system a process: give iterations=1");
    }
    if (key.equals("samples") && !Files.isDirectory(Path.of(value))) {
      throw new Invalid("samples=" + value + " is no directory; create it first");
    }
  }

  String get(String key) {
    return values.get(key);
  }

  int number(String key) {
    return Integer.parseInt(values.get(key));
  }

  private static String names(Set<String> workloads) {
    return String.join(", ", new TreeSet<>(workloads));
  }
}
