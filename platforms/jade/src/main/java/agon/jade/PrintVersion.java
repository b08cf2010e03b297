package agon.jade;

import jade.core.Runtime;

/** Prints the version of JADE on the class path. */
public final class PrintVersion {
  private PrintVersion() {}

  public static void main(String[] args) {
    System.out.println(Runtime.getVersion());
  }
}
