package lots;

import java.util.Map;
import java.util.TreeMap;

/** What is free. */
final class Lots {
  private static final Map<String, Integer> FREE = new TreeMap<>(Map.of("a", 2, "b", 4, "c", 3));

  private Lots() {}

  static synchronized Map<String, Integer> free() {
    return new TreeMap<>(FREE);
  }

  static synchronized boolean take(String lot) {
    return FREE.remove(lot) != null;
  }
}
