package lab;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** What the program tells the lab: JSON lines on standard output and CSV files of samples. */
final class Output implements Closeable {

  private final PrintStream lines;
  private final Path samples;
  private final Map<String, BufferedWriter> files = new HashMap<>();
  private final Map<String, String> report = new LinkedHashMap<>();
  private boolean finished;

  Output(PrintStream lines, Path samples) {
    this.lines = lines;
    this.samples = samples;
  }

  synchronized void ready() {
    print("{\"event\":\"ready\"}");
  }

  /** Adds a key, whose value is JSON already, to the report. */
  synchronized void report(String key, String json) {
    report.put(key, json);
  }

  synchronized void sample(String file, String row) throws IOException {
    BufferedWriter writer = files.get(file);
    if (writer == null) {
      writer = Files.newBufferedWriter(samples.resolve(file));
      files.put(file, writer);
    }
    writer.write(row);
    writer.write('\n');
  }

  synchronized void iteration(long elapsed) throws IOException {
    close();
    StringJoiner pairs = new StringJoiner(",", "{", "}");
    report.forEach((key, json) -> pairs.add(Json.string(key) + ":" + json));
    print(
        "{\"event\":\"iteration\",\"index\":0,\"elapsed_ns\":%d,\"report\":%s}"
            .formatted(elapsed, pairs));
    finished = true;
  }

  /** Whether the work is done: what happens afterwards cannot spoil it. */
  synchronized boolean finished() {
    return finished;
  }

  @Override
  public synchronized void close() throws IOException {
    for (BufferedWriter writer : files.values()) {
      writer.close();
    }
    files.clear();
  }

  private void print(String line) {
    lines.print(line + "\n");
    lines.flush();
  }
}
