package agon.harness;

import java.util.Collection;
import java.util.StringJoiner;

/** A JSON object of integers, strings without characters to escape, and lists of them. */
public final class Report {
  private final StringJoiner members = new StringJoiner(",", "{", "}");

  public Report put(String key, long value) {
    return member(key, Long.toString(value));
  }

  public Report put(String key, int[] values) {
    return member(key, list(values));
  }

  public Report put(String key, long[] values) {
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (long value : values) {
      list.add(Long.toString(value));
    }
    return member(key, list.toString());
  }

  /** A list of strings: each value's own name, as {@code toString} gives it. */
  public Report put(String key, Collection<?> values) {
    return member(key, list(values));
  }

  public Report put(String key, int[][] rows) {
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (int[] row : rows) {
      list.add(list(row));
    }
    return member(key, list.toString());
  }

  /** A list of lists of strings. */
  public Report putRows(String key, Collection<? extends Collection<?>> rows) {
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (Collection<?> row : rows) {
      list.add(list(row));
    }
    return member(key, list.toString());
  }

  private Report member(String key, String json) {
    members.add('"' + key + "\":" + json);
    return this;
  }

  private static String list(int[] values) {
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (int value : values) {
      list.add(Integer.toString(value));
    }
    return list.toString();
  }

  private static String list(Collection<?> values) {
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (Object value : values) {
      list.add('"' + value.toString() + '"');
    }
    return list.toString();
  }

  @Override
  public String toString() {
    return members.toString();
  }
}
