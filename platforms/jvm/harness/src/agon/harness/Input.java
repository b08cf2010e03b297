package agon.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;

/** Reads the lab's input file: one list of integers a line, separated by blanks. */
public final class Input {
  private Input() {}

  /** The lists of a file that must have {@code lists} lines. */
  public static int[][] read(Path file, int lists) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new BadArgumentException("input=" + file + ": cannot be read (" + e + ")");
    }
    if (lines.size() != lists) {
      throw new BadArgumentException(
          "input=" + file + ": give " + lists + " lines, not " + lines.size());
    }
    int[][] values = new int[lists][];
    for (int i = 0; i < lists; i++) {
      values[i] = integers(file, i + 1, lines.get(i));
    }
    return values;
  }

  private static int[] integers(Path file, int lineNumber, String line) {
    StringTokenizer words = new StringTokenizer(line);
    int[] values = new int[words.countTokens()];
    try {
      for (int i = 0; i < values.length; i++) {
        values[i] = Integer.parseInt(words.nextToken());
      }
    } catch (NumberFormatException e) {
      throw new BadArgumentException(
          "input=" + file + ", line " + lineNumber + ": give integers separated by blanks");
    }
    return values;
  }
}
