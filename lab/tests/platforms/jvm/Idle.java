import agon.harness.Arguments;
import agon.harness.Harness;
import agon.harness.Iteration;
import agon.harness.Report;
import agon.harness.Workload;
import java.util.Map;

/** A platform on the JVM's harness that does nothing, as often as requested. */
final class Idle implements Workload {
  private Idle(Arguments arguments) {
    arguments.variant("default");
  }

  public static void main(String[] args) {
    Harness.main(args, Map.of("idle", Idle::new));
  }

  @Override
  public Iteration iterate(int index) {
    return new Iteration(1, new Report().put("index", index));
  }

  @Override
  public void close() {
    System.err.println("closed");
  }
}
