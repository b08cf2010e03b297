package lab;

/** How Jason maps agents to threads. */
enum Variant {
  /** A fixed number of threads shared by all agents. */
  POOL,
  /** One thread an agent. */
  THREAD;

  static Variant of(String name) {
    return switch (name) {
      case "pool" -> POOL;
      case "thread" -> THREAD;
      default -> null;
    };
  }

  /** The value of a project's {@code infrastructure}. */
  String infrastructure(int threads) {
    return this == POOL ? "Local(pool," + threads + ")" : "Local(threaded)";
  }
}
