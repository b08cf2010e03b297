package agon.workload;

/** A chameneos creature's colour. */
public enum Colour {
  BLUE,
  RED,
  YELLOW;

  private static final Colour[] ALL = values();

  /** The colour with which a creature, counted from 1, starts. */
  public static Colour initial(int creature) {
    return ALL[(creature - 1) % ALL.length];
  }

  /** What both become who meet: the same if they are alike, else the third colour. */
  public Colour complement(Colour other) {
    // The three ordinals, 0 to 2, sum to 3.
    return this == other ? this : ALL[3 - ordinal() - other.ordinal()];
  }

  // agon: begin report
  /** The name in reports. */
  @Override
  public String toString() {
    return name().toLowerCase();
  }
  // agon: end
}
