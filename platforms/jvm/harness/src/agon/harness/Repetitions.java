package agon.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * How often the workload is repeated: by the command line or, with {@code iterations=0}, by the
 * lab, line by line on standard input while the program runs.
 */
final class Repetitions {
  private static final Pattern DECIMAL = Pattern.compile("[0-9]+");

  /** Null if the command line gives the number: standard input is not read then. */
  private final BufferedReader orders;

  private int left;

  Repetitions(int iterations, InputStream input) {
    left = iterations;
    orders =
        iterations == 0
            ? new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))
            : null;
  }

  /** Whether another iteration is to follow; waits for the lab's next line where it is needed. */
  boolean another() throws IOException {
    if (left == 0 && orders != null) {
      String line = orders.readLine();
      left = line == null ? 0 : number(line);
    }
    return left-- > 0;
  }

  private static int number(String line) throws BadOrderException {
    if (DECIMAL.matcher(line).matches()) {
      try {
        return Integer.parseInt(line);
      } catch (NumberFormatException e) {
        // Answered below: it is too large.
      }
    }
    throw new BadOrderException(
        "standard input: '"
            + line
            + "': give how many iterations are to follow (0 to "
            + Integer.MAX_VALUE
            + ")");
  }
}
