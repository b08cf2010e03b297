package agon.workload;

import agon.harness.Arguments;
import agon.harness.PrintFile;
import agon.harness.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.zip.CRC32;

/** The pipeline's parameters, and what does not depend on the platform. */
public record Pipeline(
    int tasks, Log log, boolean regex, boolean inside, Path print, boolean witness) {
  private static final long CRC_MODULUS = 1L << 32;

  /** Whether the stages print, and where. */
  public enum Log {
    OFF,
    /** To a file, through a buffer. */
    ON,
    /** To a terminal, line by line. */
    CONSOLE
  }

  public static Pipeline of(Arguments arguments) {
    return new Pipeline(
        arguments.integer("tasks", 1, Integer.MAX_VALUE),
        log(arguments),
        arguments.choice("work", "cut", "regex").equals("regex"),
        arguments.choice("make", "before", "inside").equals("inside"),
        arguments.path("print"),
        arguments.witness());
  }

  public static Log log(Arguments arguments) {
    return Log.valueOf(arguments.choice("log", "off", "on", "console").toUpperCase(Locale.ROOT));
  }

  /**
   * The driver's strings: made before the clock starts, that is by this call, or inside, each as
   * the driver takes it.
   */
  public Iterable<String> requests() {
    if (inside) {
      return Requests::new;
    }
    List<String> made = new ArrayList<>(tasks);
    new Requests().forEachRemaining(made::add);
    return made;
  }

  /** Makes the driver's strings. */
  private final class Requests implements Iterator<String> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < tasks;
    }

    @Override
    public String next() {
      if (next == tasks) {
        throw new NoSuchElementException();
      }
      return request(next++);
    }
  }

  private String request(int number) {
    return witness
        ? number + " Requested " + number + " Requested " + number
        : "Requested " + number;
  }

  /** One iteration's three stages, and the file to which they may print. */
  public static final class Stages implements AutoCloseable {
    private final Pipeline parameters;
    private final PrintFile file;
    private final Stage download;
    private final Stage index;
    private final Stage write;

    public Stages(Pipeline parameters) throws IOException {
      this.parameters = parameters;
      file = parameters.log == Log.OFF ? null : new PrintFile(parameters.print);
      download = new Stage(parameters, "Requested", "Downloaded", file);
      index = new Stage(parameters, "Downloaded", "Indexed", file);
      write = new Stage(parameters, "Indexed", "Wrote", file);
    }

    public Stage download() {
      return download;
    }

    public Stage index() {
      return index;
    }

    public Stage write() {
      return write;
    }

    /** What the stages have done, once all three have ended. */
    public Report report() {
      Report report = new Report().put("written", write.made).put("characters", write.characters);
      if (parameters.witness) {
        report.put("crc", write.crcs).put("stages", new long[] {download.crcs, index.crcs});
      }
      return report;
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }

  /** What one stage does with its strings; it belongs to the stage's actor alone. */
  public static final class Stage {
    /** What is replaced by what, where a regular expression does it. */
    private final String pattern;

    private final String replacement;
    private final String word;
    private final boolean regex;
    private final boolean console;
    private final PrintFile.Writer writer;
    private final CRC32 crc;
    private int made;
    private long characters;
    private long crcs;

    private Stage(Pipeline parameters, String before, String word, PrintFile file) {
      pattern = before + " ";
      replacement = word + " ";
      this.word = word;
      regex = parameters.regex;
      console = parameters.log == Log.CONSOLE;
      writer = file == null ? null : file.writer();
      crc = parameters.witness ? new CRC32() : null;
    }

    /** Makes the next stage's string: the same with this stage's word in the place of another. */
    public String make(String text) {
      String result =
          regex
              ? text.replaceFirst(pattern, replacement)
              : word.concat(text.substring(text.indexOf(' ')));
      made++;
      characters += result.length();
      if (writer != null) {
        writer.line(result);
        if (console) {
          writer.flush();
        }
      }
      if (crc != null) {
        crc.reset();
        crc.update(result.getBytes(StandardCharsets.UTF_8));
        crcs = (crcs + crc.getValue()) % CRC_MODULUS;
      }
      return result;
    }

    /** The stop message has come: what was printed is safe when this returns. */
    public void end() {
      if (writer != null) {
        writer.flush();
      }
    }
  }
}
