package agon.jetlang;

import agon.harness.Harness;
import java.util.Map;

public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Harness.main(
        args,
        Map.of(
            "token-ring", TokenRing::new,
            "chameneos", ChameneosForest::new,
            "fibonacci", FibonacciService::new,
            "pipeline", StringPipeline::new,
            "service-rounds", Services::new,
            "grid-swap", SwapGrid::new,
            "compute", ComputeAgents::new,
            "echo-all", Echo::echoAll,
            "mass-reception", Echo::massReception,
            "throughput", Strings::new));
  }
}
