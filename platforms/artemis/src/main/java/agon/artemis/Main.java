package agon.artemis;

import agon.harness.Arguments;
import agon.harness.Harness;
import agon.harness.Workload;
import agon.jms.Body;
import agon.jms.JmsThroughput;
import agon.jms.Queues;
import agon.workload.Throughput;
import agon.workload.Throughput.Transport;
import java.util.Map;

public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Harness.main(args, Map.of("throughput", Main::throughput));
  }

  private static Workload throughput(Arguments arguments) throws Exception {
    arguments.variant("default");
    Throughput parameters = Throughput.of(arguments, Transport.INPROC, Transport.TCP);
    ArtemisBroker broker = new ArtemisBroker(parameters.transport(), arguments.threads());
    return new JmsThroughput(parameters, broker, () -> new Queues(Body.of(parameters.msgPack())));
  }
}
