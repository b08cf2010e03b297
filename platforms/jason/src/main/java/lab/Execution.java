package lab;

import agon.harness.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How Jason executes the agents: what a project has after {@code infrastructure:}. */
record Execution(String clauses) {
  private static final List<String> MODES = List.of("pool", "thread");
  private static final List<String> FURTHER_MODES = List.of("synchronous", "paper");

  /** The workloads of the study that compared Jason's modes. */
  private static final Set<String> IN_ALL_MODES = Set.of("compute", "echo-all", "mass-reception");

  static Execution of(String workload, Arguments arguments) {
    List<String> modes = new ArrayList<>(MODES);
    if (IN_ALL_MODES.contains(workload)) {
      modes.addAll(FURTHER_MODES);
    }
    return new Execution(
        switch (arguments.variant(modes.toArray(String[]::new))) {
          case "pool" -> "Local(pool," + arguments.threads() + ")";
          case "synchronous" -> "Local(threaded) executionControl: " + Lockstep.class.getName();
          // The virtual machine's settings make the difference between 'thread' and 'paper'.
          default -> "Local(threaded)";
        });
  }
}
