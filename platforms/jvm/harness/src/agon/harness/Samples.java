package agon.harness;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A CSV file of bulk data in the samples directory: a header, then rows of integers. */
public final class Samples implements AutoCloseable {
  private final BufferedWriter writer;

  public Samples(Path directory, String file, String header) throws IOException {
    writer = Files.newBufferedWriter(directory.resolve(file));
    writer.write(header);
    writer.write('\n');
  }

  public void row(long... values) throws IOException {
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        writer.write(',');
      }
      writer.write(Long.toString(values[i]));
    }
    writer.write('\n');
  }

  /** Makes the rows written so far safe: the report that speaks of them goes out next. */
  public void flush() throws IOException {
    writer.flush();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
