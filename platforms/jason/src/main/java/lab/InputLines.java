package lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The lists of integers that the lab drew: one a line, separated by blanks. */
record InputLines(List<int[]> lines) {

  static final InputLines NONE = new InputLines(List.of());

  static InputLines read(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return new InputLines(lines.map(InputLines::numbers).toList());
    } catch (NumberFormatException e) {
      throw new IOException(file + " must hold integers separated by blanks: " + e.getMessage(), e);
    }
  }

  int[] line(int number) {
    if (number < 1 || number > lines.size()) {
      throw new IllegalArgumentException(
          "the input has " + lines.size() + " lines, line " + number + " is not among them");
    }
    return lines.get(number - 1);
  }

  private static int[] numbers(String line) {
    return Stream.of(line.trim().split("\\s+"))
        .filter(word -> !word.isEmpty())
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
