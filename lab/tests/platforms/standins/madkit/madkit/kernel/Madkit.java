package madkit.kernel;

import java.util.Arrays;
import java.util.List;
import madkit.action.KernelAction;

/** A kernel: agents of one process. */
public class Madkit {
  private static final List<String> OPTIONS =
      List.of("--desktop", "--madkitLogLevel", "--agentLogLevel");

  public Madkit(String... options) {
    for (String option : options) {
      if (option.startsWith("--") && !OPTIONS.contains(option)) {
        throw new IllegalArgumentException("no such option: " + Arrays.toString(options));
      }
    }
  }

  public void doAction(KernelAction action, Object... parameters) {
    if (action == KernelAction.LAUNCH_AGENT) {
      ((AbstractAgent) parameters[0]).start();
    }
  }
}
