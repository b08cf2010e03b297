package agon.typed;

import akka.Version;

/** Prints the version of the platform that is really on the class path. */
public final class PrintVersion {
  private PrintVersion() {}

  public static void main(String[] args) {
    System.out.println(Version.current());
  }
}
