package agon.harness;

/**
 * For platforms on which a failed actor merely falls silent: the others would wait for it for ever,
 * so it ends the program.
 */
public final class Failures {
  private static final int FAILED = 1;

  private static volatile boolean done;

  private Failures() {}

  /** From now on an exception that is not caught, on any thread, ends the program. */
  public static void endProgram() {
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> endProgram(error));
  }

  public static void endProgram(Throwable error) {
    error.printStackTrace();
    halt();
  }

  /** Ends the program where the message alone is enough. */
  public static void endProgram(String message) {
    System.err.println(message);
    halt();
  }

  /**
   * All iterations are reported: from now on what fails while the platform shuts down is printed
   * and nothing more.
   */
  static void workIsDone() {
    done = true;
  }

  private static void halt() {
    System.err.flush();
    if (done) {
      return;
    }
    // Not exit, which waits for hooks and could be called while another exit is under way.
    Runtime.getRuntime().halt(FAILED);
  }
}
