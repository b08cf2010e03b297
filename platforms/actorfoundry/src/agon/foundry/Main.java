package agon.foundry;

import agon.harness.Harness;
import java.util.Map;

public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Harness.main(args, Map.of("pipeline", StringPipeline::new, "grid-swap", SwapGrid::new));
  }
}
