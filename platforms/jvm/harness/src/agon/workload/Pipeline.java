package agon.workload;

import agon.harness.Arguments;
import agon.harness.PrintFile;
import agon.harness.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32;

/** The pipeline's parameters, and what does not depend on the platform. */
public record Pipeline(int tasks, boolean log, Path print, boolean witness) {
  private static final long CRC_MODULUS = 1L << 32;

  public static Pipeline of(Arguments arguments) {
    return new Pipeline(
        arguments.integer("tasks", 1, Integer.MAX_VALUE),
        arguments.onOff("log"),
        arguments.path("print"),
        arguments.witness());
  }

  /** The driver's strings, which are made before the clock starts. */
  public String[] requests() {
    String[] requests = new String[tasks];
    for (int i = 0; i < tasks; i++) {
      requests[i] = "Requested " + i;
    }
    return requests;
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
      file = parameters.log ? new PrintFile(parameters.print) : null;
      download = new Stage("Downloaded", file, parameters.witness);
      index = new Stage("Indexed", file, parameters.witness);
      write = new Stage("Wrote", file, parameters.witness);
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
    private final String word;
    private final PrintFile.Writer writer;
    private final CRC32 crc;
    private int made;
    private long characters;
    private long crcs;

    private Stage(String word, PrintFile file, boolean witness) {
      this.word = word;
      writer = file == null ? null : file.writer();
      crc = witness ? new CRC32() : null;
    }

    /** Makes the next stage's string: the same with this stage's word in the place of the first. */
    public String make(String text) {
      String result = word.concat(text.substring(text.indexOf(' ')));
      made++;
      characters += result.length();
      if (writer != null) {
        writer.line(result);
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
