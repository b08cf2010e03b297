package agon.workload;

/** The number that travels with the messages and that only the whole journey yields. */
final class Witness {
  private static final int MODULUS = 2147483647;

  private Witness() {}

  /** The witness {@code acc} after the actor with this number has handled it. */
  static int next(int acc, int number) {
    return (int) ((acc * 31L + number) % MODULUS);
  }

  /** A sum of witnesses, and a further one. */
  static int sum(int sum, long further) {
    return (int) ((sum + further) % MODULUS);
  }
}
