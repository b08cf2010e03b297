package agon.bridge;

/** How much there is of what, in the engine's order. */
final class Counts {
  static final int CYCLES = 0;
  static final int EVENTS = 1;
  static final int RUNNING = 2;
  static final int WAITING = 3;
  static final int MAIL = 4;
  static final int ALL = 5;

  private Counts() {}
}
