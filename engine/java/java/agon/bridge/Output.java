package agon.bridge;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What Java prints and logs goes where the agents' lines go, in order. */
final class Output extends OutputStream {
  private byte[] line = new byte[256];
  private int length;

  private Output() {}

  static void redirect(String logging) throws IOException {
    System.setOut(new PrintStream(new Output(), true, StandardCharsets.UTF_8.name()));
    LogManager manager = LogManager.getLogManager();
    File own = new File(logging);
    String usual = "/templates/console-info-logging.properties";
    try (InputStream settings =
        own.isFile()
            ? new FileInputStream(own)
            : jason.environment.Environment.class.getResourceAsStream(usual)) {
      if (settings != null) {
        manager.readConfiguration(settings);
      }
    }
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      // Files that a project's own settings name stay; a console is what the agents write to.
      if (!(handler instanceof java.util.logging.FileHandler)) {
        root.removeHandler(handler);
      }
    }
    root.addHandler(new Lines());
  }

  @Override
  public synchronized void write(int part) {
    if (length == line.length) {
      line = Arrays.copyOf(line, 2 * length);
    }
    line[length++] = (byte) part;
    if (part == '\n') {
      send();
    }
  }

  @Override
  public synchronized void flush() {
    send();
  }

  private void send() {
    if (length > 0) {
      Bridge.upcall(Bridge.PRINT, 0, Arrays.copyOf(line, length));
      length = 0;
    }
  }

  /** Logs as Jason does on a console. */
  private static final class Lines extends Handler {
    Lines() {
      setFormatter(new jason.runtime.MASConsoleLogFormatter());
      setLevel(Level.ALL);
    }

    @Override
    public void publish(LogRecord entry) {
      if (isLoggable(entry)) {
        byte[] text = getFormatter().format(entry).getBytes(StandardCharsets.UTF_8);
        Bridge.upcall(Bridge.PRINT, 0, text);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
