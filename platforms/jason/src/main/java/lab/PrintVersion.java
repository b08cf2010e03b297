package lab;

import jason.util.Config;

/** Prints the version of Jason on the class path. */
public final class PrintVersion {
  private PrintVersion() {}

  public static void main(String[] args) {
    System.out.println(Config.get().getJasonVersion());
  }
}
