package agon.typed;

import agon.harness.Harness;
import java.util.Map;

public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Harness.main(
        args,
        Map.ofEntries(
            Map.entry("token-ring", TokenRing::new),
            Map.entry("chameneos", ChameneosForest::new),
            Map.entry("fibonacci", FibonacciService::new),
            Map.entry("pipeline", StringPipeline::new),
            Map.entry("service-rounds", Services::new),
            Map.entry("grid-swap", SwapGrid::new),
            Map.entry("compute", ComputeAgents::new),
            Map.entry("echo-all", Echo::echoAll),
            Map.entry("mass-reception", Echo::massReception),
            Map.entry("throughput", Strings::new),
            Map.entry("population", Crowd::new),
            Map.entry("remote-throughput", RemoteStrings::new),
            Map.entry("remote-ask", RemoteAsk::new),
            Map.entry("remote-token-ring", RemoteRing::new),
            Map.entry("remote-chameneos", RemoteForest::new)));
  }
}
