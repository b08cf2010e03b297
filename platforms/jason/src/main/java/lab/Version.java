package lab;

import jason.util.Config;

/** Prints the version of Jason on the class path. */
public final class Version {

  private Version() {}

  public static void main(String[] line) {
    System.out.println(Config.get().getJasonVersion());
  }
}
