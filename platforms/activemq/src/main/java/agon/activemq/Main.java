package agon.activemq;

import agon.harness.Arguments;
import agon.harness.Harness;
import agon.harness.Workload;
import agon.jms.Body;
import agon.jms.JmsThroughput;
import agon.jms.Pattern;
import agon.jms.Queues;
import agon.workload.Throughput;
import agon.workload.Throughput.Transport;
import java.util.Map;
import java.util.function.Supplier;

public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Harness.main(args, Map.of("throughput", Main::throughput));
  }

  private static Workload throughput(Arguments arguments) throws Exception {
    String variant = arguments.variant("queue", "semaine", "vhmsg");
    Throughput parameters = Throughput.of(arguments, Transport.INPROC, Transport.TCP);
    Supplier<Pattern> patterns = () -> pattern(variant, Body.of(parameters.msgPack()));
    return new JmsThroughput(parameters, new ClassicBroker(parameters.transport()), patterns);
  }

  private static Pattern pattern(String variant, Body body) {
    return switch (variant) {
      case "semaine" -> new SemaineTopics(body);
      case "vhmsg" -> new VhMsgTopic(body);
      default -> new Queues(body);
    };
  }
}
