package lab;

import agon.harness.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The CSV files of bulk data. They hold all iterations' rows, so the first iteration opens them.
 */
final class SampleFiles implements AutoCloseable {
  private final Path directory;
  private final Map<String, Samples> files = new HashMap<>();

  SampleFiles(Path directory) {
    this.directory = directory;
  }

  synchronized void open(String file, String header) throws IOException {
    if (!files.containsKey(file)) {
      files.put(file, new Samples(directory, file, header));
    }
  }

  synchronized void row(String file, long... row) throws IOException {
    Samples samples = files.get(file);
    if (samples == null) {
      throw new IllegalStateException(file + " has no header yet: its first row names the columns");
    }
    samples.row(row);
  }

  /** Makes the rows written so far safe. */
  synchronized void flush() throws IOException {
    for (Samples samples : files.values()) {
      samples.flush();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    for (Samples samples : files.values()) {
      samples.close();
    }
  }
}
