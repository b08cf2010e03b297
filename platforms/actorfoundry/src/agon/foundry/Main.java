package agon.foundry;

import agon.harness.Harness;
import agon.harness.Workload;
import java.util.Map;

public final class Main {
  private static final Map<String, Workload.Factory> WORKLOADS =
      Map.of(
          "token-ring", TokenRing::new,
          "chameneos", ChameneosForest::new,
          "fibonacci", FibonacciService::new,
          "pipeline", StringPipeline::new,
          "grid-swap", SwapGrid::new);

  private Main() {}

  public static void main(String[] args) {
    Harness.main(args, WORKLOADS);
  }
}
