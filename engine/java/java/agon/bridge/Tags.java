package agon.bridge;

/** What kind of term comes next, and what it has. */
final class Tags {
  static final byte NUMBER = 0;
  static final byte INTEGER = 1;
  static final byte STRING = 2;
  static final byte ATOM = 3;
  static final byte LIST = 4;
  static final byte STRUCTURE = 5;

  /** Anything else, as a program would write it. */
  static final byte TEXT = 6;

  /** A variable of the society's, by its number. */
  static final byte VARIABLE = 7;

  /** Another one, by its name. */
  static final byte FRESH = 8;

  /** A list with items, and a variable behind them. */
  static final byte OPEN_LIST = 9;

  /** A rule, as a program would write it. */
  static final byte RULE = 10;

  /** `source(self)`, which comes with most beliefs. */
  static final byte OWN = 11;

  /** As a program would write it, with variables of the society's: their numbers come first. */
  static final byte FORMULA = 12;

  static final int NEGATED = 1;
  static final int NAMESPACE = 2;
  static final int ANNOTATED = 4;

  private Tags() {}
}
