package agon.bridge;

/** Why something cannot be, in words for people. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  Refused(String why) {
    super(why);
  }

  @Override
  public String toString() {
    return getMessage();
  }
}
