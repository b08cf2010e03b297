package agon.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The {@code key=value} arguments of one invocation.
 *
 * <p>Each key is taken by the code that needs it; {@link #rejectUnused} then refuses the keys that
 * none has taken.
 */
public final class Arguments {
  private final Map<String, String> unused = new HashMap<>();

  private final int threads;
  private final int iterations;
  private final long seed;
  private final String variant;
  private final Path samples;
  private final boolean witness;

  Arguments(List<String> pairs) {
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new BadArgumentException("'" + pair + "': write each argument as key=value");
      }
      String key = pair.substring(0, equals);
      if (unused.put(key, pair.substring(equals + 1)) != null) {
        throw new BadArgumentException(key + ": give it once only");
      }
    }
    threads = integer("threads", 1, Short.MAX_VALUE);
    iterations = integer("iterations", 0, Integer.MAX_VALUE);
    seed = number("seed", 0, Long.MAX_VALUE);
    variant = text("variant");
    samples = directory("samples");
    witness = onOff("witness");
  }

  /** The worker threads that the runtime shall use. */
  public int threads() {
    return threads;
  }

  /**
   * How often the workload is repeated; 0 if the lab asks for iterations while the program runs.
   */
  public int iterations() {
    return iterations;
  }

  public long seed() {
    return seed;
  }

  /** Where bulk data go. */
  public Path samples() {
    return samples;
  }

  public boolean witness() {
    return witness;
  }

  /** The variant, which must be one of {@code offered}. */
  public String variant(String... offered) {
    if (!List.of(offered).contains(variant)) {
      throw new BadArgumentException(
          "variant=" + variant + ": give one of " + String.join(", ", offered));
    }
    return variant;
  }

  /** Takes an integer from {@code min} to {@code max}, both allowed. */
  public int integer(String key, int min, int max) {
    return (int) number(key, min, max);
  }

  /** Takes an integer from {@code min} to {@code max}, both allowed. */
  public long number(String key, long min, long max) {
    String value = text(key);
    try {
      long number = Long.parseLong(value);
      if (min <= number && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Answered below, with the numbers that are out of range.
    }
    throw new BadArgumentException(
        key + "=" + value + ": give an integer from " + min + " to " + max);
  }

  public boolean onOff(String key) {
    String value = text(key);
    return switch (value) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new BadArgumentException(key + "=" + value + ": give on or off");
    };
  }

  /** Takes one of these words. */
  public String choice(String key, String... words) {
    String value = text(key);
    if (!List.of(words).contains(value)) {
      throw new BadArgumentException(
          key + "=" + value + ": give one of " + String.join(", ", words));
    }
    return value;
  }

  public Path path(String key) {
    return Path.of(text(key));
  }

  public String text(String key) {
    String value = unused.remove(key);
    if (value == null) {
      throw new BadArgumentException("'" + key + "' is missing: add " + key + "=VALUE");
    }
    return value;
  }

  /** Takes an argument that may be missing. */
  public String text(String key, String usual) {
    return unused.containsKey(key) ? text(key) : usual;
  }

  private Path directory(String key) {
    Path directory = path(key);
    if (!Files.isDirectory(directory)) {
      throw new BadArgumentException(key + "=" + directory + ": give a directory that exists");
    }
    return directory;
  }

  /** Refuses the arguments that have not been taken. */
  void rejectUnused() {
    if (!unused.isEmpty()) {
      throw new BadArgumentException(
          "unknown: " + String.join(", ", new TreeSet<>(unused.keySet())) + ": leave out");
    }
  }
}
