package agon.jade;

import agon.harness.Harness;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

public final class Main {
  private static final Logger ROOT = Logger.getLogger("");

  private Main() {}

  public static void main(String[] args) {
    ROOT.setLevel(Level.SEVERE);
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
            "echo-all", Echo::all,
            "mass-reception", Echo::mass,
            "throughput", Strings::new));
  }
}
