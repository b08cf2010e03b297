package agon.harness;

/** Prints the version of the Java that runs this. */
public final class PrintJavaVersion {
  private PrintJavaVersion() {}

  public static void main(String[] args) {
    System.out.println(System.getProperty("java.version"));
  }
}
