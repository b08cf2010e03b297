package agon.jeromq;

import agon.harness.Harness;
import java.util.Map;

public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Harness.main(args, Map.of("throughput", Strings::new));
  }
}
