package lab;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/**
 * Ends the process when Jason complains. Jason merely logs what goes wrong inside an agent (no
 * applicable plan, a failed goal, an exception) and drops the intention: the others would wait for
 * it for ever.
 */
public final class Failures extends Handler implements Thread.UncaughtExceptionHandler {
  private static final int FAILED = 1;

  /** Created by the logging configuration. */
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
    // Agents that are stopped half-way after their work is done may well complain.
    if (run == null || run.iteration() == null) {
      System.err.println("the multi-agent system failed");
      System.err.flush();
      // Not exit, which waits for hooks and could be called while another exit is under way.
      Runtime.getRuntime().halt(FAILED);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
