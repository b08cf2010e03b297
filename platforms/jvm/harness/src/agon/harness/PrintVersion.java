package agon.harness;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/**
 * Prints the version of a library that is really on the class path, from what Maven puts into a
 * jar: {@code PrintVersion GROUP ARTIFACT}.
 */
public final class PrintVersion {
  private PrintVersion() {}

  public static void main(String[] args) throws IOException {
    String path = "/META-INF/maven/%s/%s/pom.properties".formatted(args[0], args[1]);
    Properties properties = new Properties();
    try (InputStream in = PrintVersion.class.getResourceAsStream(path)) {
      properties.load(in);
    }
    System.out.println(properties.getProperty("version"));
  }
}
