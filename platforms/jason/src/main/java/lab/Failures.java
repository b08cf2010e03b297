package lab;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/**
 * Ends the program when Jason complains. Jason only logs what goes wrong inside an agent (no
 * applicable plan, a failed goal, an exception) and goes on without the intention: the others would
 * wait for it for ever.
 */
public final class Failures extends Handler implements Thread.UncaughtExceptionHandler {

  private static final int STATUS = 1;

  public Failures() {
    setLevel(Level.WARNING);
    setFormatter(new SimpleFormatter());
  }

  @Override
  public void publish(LogRecord event) {
    if (isLoggable(event)) {
      System.err.print(getFormatter().format(event));
      end();
    }
  }

  @Override
  public void uncaughtException(Thread thread, Throwable error) {
    error.printStackTrace();
    end();
  }

  private static void end() {
    Run run = Run.current();
    if (run == null || !run.output.finished()) {
      System.err.println("jason: the multi-agent system failed");
      System.err.flush();
      // Not exit: its hooks could wait for the agents that are stuck.
      Runtime.getRuntime().halt(STATUS);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
